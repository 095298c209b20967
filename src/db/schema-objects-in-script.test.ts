import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { listSchemaObjectsInScript, listTablesDroppedInScript } from './schema-objects-in-script.ts'

const SCRIPT = `DROP TABLE old;
CREATE TABLE hall (
  id INTEGER PRIMARY KEY, -- from the sequence (record), never reused
  name TEXT NOT NULL DEFAULT '(a, b)' CHECK (name IN ('x', 'y')), size NUMERIC(6, 2),
  CHECK (id <> floor),
  FOREIGN KEY (id) REFERENCES place (id)
) STRICT;
CREATE TABLE word (word text NOT NULL);
CREATE UNIQUE INDEX hall_name ON hall (name, size);
ALTER TABLE hall ADD COLUMN floor INTEGER REFERENCES floor (id);
CREATE TRIGGER hall_insert AFTER INSERT ON hall BEGIN
  INSERT INTO word VALUES (new.name);
END;
CREATE SEQUENCE record;
  CREATE FUNCTION count_halls() RETURNS trigger AS $$ $$;
SELECT count_rows_of('hall', 'id');
CREATE VIRTUAL TABLE hall_search USING fts5 (name);`

test('tables, indexes, triggers, functions, sequences, keys and columns that a script creates', () => {
  const created = ['hall', 'word', 'hall_name', 'hall_insert', 'record', 'count_halls', 'hall_search']
  const byOthers = [
    ...['data', 'idx', 'docsize', 'config'].map((part) => `hall_search_${part}`),
    ...['count_hall', 'hall_counted', 'hall_recounted', 'hall_uncounted'],
  ]
  const columns = ['hall.id', 'hall.name', 'hall.size', 'word.word', 'hall.floor']
  const keys = ['hall_pkey', 'hall_id_fkey', 'hall_floor_fkey']
  deepEqual(listSchemaObjectsInScript(SCRIPT, 'sqlite'), [...created, ...byOthers, ...columns])
  deepEqual(listSchemaObjectsInScript(SCRIPT, 'postgres'), [...created, ...byOthers, ...keys, ...columns])
})

test('the names of keys in PostgreSQL', () => {
  const script = `CREATE TABLE pass (
    code text NOT NULL UNIQUE,
    hall integer,
    PRIMARY KEY (hall, code),
    UNIQUE (hall, day)
  );`
  const keys = listSchemaObjectsInScript(script, 'postgres').filter((name) => /key$/.test(name))
  deepEqual(keys, ['pass_code_key', 'pass_pkey', 'pass_hall_day_key'])
})

test('tables that a script removes', () => {
  deepEqual(listTablesDroppedInScript(SCRIPT), ['old'])
})
