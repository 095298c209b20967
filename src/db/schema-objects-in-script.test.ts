import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { listSchemaObjectsInScript, listTablesDroppedInScript } from './schema-objects-in-script.ts'

const SCRIPT = `DROP TABLE old;
CREATE TABLE hall (
  id INTEGER PRIMARY KEY, -- from the sequence (record), never reused
  name TEXT NOT NULL DEFAULT '(a, b)' CHECK (name IN ('x', 'y')), size NUMERIC(6, 2),
  CONSTRAINT one UNIQUE (id, name),
  FOREIGN KEY (id) REFERENCES place (id)
) STRICT;
CREATE TABLE word (word text NOT NULL);
CREATE UNIQUE INDEX hall_name ON hall (name, size);
ALTER TABLE hall ADD COLUMN floor INTEGER REFERENCES floor (id);
CREATE TRIGGER hall_insert AFTER INSERT ON hall BEGIN
  INSERT INTO word VALUES (new.name);
END;`

test('tables, indexes, triggers and columns that a script creates', () => {
  deepEqual(listSchemaObjectsInScript(SCRIPT), [
    ...['hall', 'word', 'hall_name', 'hall_insert'],
    ...['hall.id', 'hall.name', 'hall.size', 'word.word', 'hall.floor'],
  ])
})

test('tables that a script removes', () => {
  deepEqual(listTablesDroppedInScript(SCRIPT), ['old'])
})
