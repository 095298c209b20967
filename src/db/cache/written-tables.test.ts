import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { mayWriteOtherTables } from './written-tables.ts'

test('what is written to events and their links leaves the rest as it was', () => {
  for (const text of [
    'SELECT * FROM venue WHERE id = 1 FOR UPDATE',
    'SELECT * FROM venue FOR NO KEY UPDATE',
    'INSERT INTO event (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET title = excluded.title',
    'WITH write_0 AS (INSERT INTO event_text (id) VALUES (1)) INSERT INTO audit (id) VALUES (1)',
    'UPDATE event AS p SET status = 1',
    "UPDATE id_sequence SET value = value + 1 WHERE name = 'record' RETURNING value",
    'DELETE FROM event_tag WHERE event_id = 1',
  ]) {
    equal(mayWriteOtherTables(text), false, text)
  }
})

test('any other table does not', () => {
  for (const text of [
    'INSERT INTO venue (id) VALUES (1)',
    'insert into event_x (id) values (1)',
    'UPDATE\n  category SET parent_id = 1',
    'DELETE FROM picture',
    'WITH write_0 AS (INSERT INTO event (id) VALUES (1)) UPDATE tag SET id = 1',
    'INSERT INTO event (id) SELECT 1; INSERT INTO setting VALUES (1)',
  ]) {
    equal(mayWriteOtherTables(text), true, text)
  }
})
