import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { mayStatementWriteNonEventTables } from './tables-written-by-statement.ts'

for (const text of [
  'SELECT * FROM venue WHERE id = 1 FOR UPDATE',
  'SELECT * FROM venue FOR NO KEY UPDATE',
  'VALUES (1)',
  'INSERT INTO event (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET title = excluded.title',
  'INSERT INTO event_venue(event_id, venue_id) SELECT 1, id FROM venue',
  'WITH write_0 AS (INSERT INTO event_text (id) VALUES (1)) INSERT INTO audit (id) VALUES (1)',
  'UPDATE event AS p SET status = 1',
  "UPDATE id_sequence SET value = value + 1 WHERE name = 'record' RETURNING value",
  'DELETE FROM event_tag WHERE event_id = 1',
  'DELETE FROM event_count_later',
  'INSERT INTO event_series (event_id, series_id) SELECT 1, 2',
  "UPDATE event SET slug = replace(slug, 'UPDATE venue', '; DELETE FROM venue')",
  "UPDATE event SET title = 'it''s' -- UPDATE venue\nWHERE id = 1",
  'DELETE /* FROM venue */ FROM event_tag',
  'SELECT id AS "update" FROM event WHERE id = ANY($1::bigint[])',
  'PRAGMA cache_size = -65536',
  'SELECT 1; DELETE FROM event_tag;',
]) {
  test(`reads, or writes event tables only: ${text}`, () => equal(mayStatementWriteNonEventTables(text), false))
}

for (const text of [
  'INSERT INTO venue (id) VALUES (1)',
  'insert into event_x (id) values (1)',
  'UPDATE\n  category SET parent_id = 1',
  'DELETE FROM picture',
  'WITH write_0 AS (INSERT INTO event (id) VALUES (1)) UPDATE tag SET id = 1',
  'INSERT INTO event (id) SELECT 1; INSERT INTO setting VALUES (1)',
  'INSERT OR REPLACE INTO venue (id) VALUES (1)',
  'INSERT OR IGNORE INTO venue (id) VALUES (1)',
  'REPLACE INTO venue (id) VALUES (1)',
  'UPDATE OR IGNORE venue SET id = 1',
  'UPDATE ONLY venue SET id = 1',
  'UPDATE "venue" SET id = 1',
  'UPDATE "venue" event SET id = 1',
  "UPDATE 'venue' AS event SET id = 1",
  'INSERT INTO"venue" (id) VALUES (1)',
  'UPDATE [venue] SET id = 1',
  'UPDATE `venue` SET id = 1',
  'UPDATE public.venue SET id = 1',
  'DELETE FROM event.venue',
  'DELETE FROM event . venue',
  'UPDATE main."venue" SET id = 1',
  'WITH x AS (DELETE FROM venue RETURNING id) SELECT * FROM x',
  'WITH x AS (DELETE FROM "venue" RETURNING id) INSERT INTO event (id) SELECT id FROM x',
  'MERGE INTO venue USING event ON true WHEN MATCHED THEN DELETE',
  'WITH x AS (MERGE INTO venue USING event ON true WHEN MATCHED THEN DO NOTHING RETURNING 1) SELECT 1',
  'SELECT 1 AS id INTO venue',
  'COPY venue FROM STDIN',
  'TRUNCATE venue',
  'TRUNCATE event, venue',
  'ALTER TABLE venue ADD COLUMN x int',
  'CREATE TABLE x (id int)',
  'DROP TABLE venue',
  'EXPLAIN ANALYZE UPDATE venue SET id = 1',
  'CALL change_venues()',
  'PRAGMA writable_schema = 1',
  'UPDATE /* event */ venue SET id = 1',
  'UPDATE -- event\n venue SET id = 1',
  'SELECT 1; TRUNCATE venue',
  "SELECT ';'; DELETE FROM venue",
  'SELECT "\'"; DELETE FROM venue --\'',
  "SELECT [it's]; DELETE FROM venue --'",
  "SELECT $$it's$$; DELETE FROM venue --'",
  "SELECT E'\\''; DELETE FROM venue --'",
  "/* /* */ ' */ DELETE FROM venue --'",
  'SELECT 1 --\rDELETE FROM venue',
  'UPDATE eventé SET id = 1',
]) {
  test(`may write other tables: ${JSON.stringify(text)}`, () => equal(mayStatementWriteNonEventTables(text), true))
}

test('a result is the same when it comes from the cache, also after the cache was emptied', () => {
  for (let round = 0; round < 3; round += 1) {
    equal(mayStatementWriteNonEventTables('UPDATE venue SET id = 2'), true)
    equal(mayStatementWriteNonEventTables('UPDATE event SET id = 2'), false)
    for (let id = 0; id < 600; id += 1) mayStatementWriteNonEventTables(`SELECT ${id}`)
  }
})
