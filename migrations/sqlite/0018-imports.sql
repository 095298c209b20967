-- Imports from files and other calendars (decision 0061).
CREATE TABLE import_source (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE, -- as in external_id.source
  type TEXT NOT NULL, -- csv, ics, json, jscalendar, …
  url TEXT NOT NULL DEFAULT '', -- where the content is fetched; '' for files
  site TEXT NOT NULL DEFAULT '', -- host and path of the WordPress site whose ids the external ids are; '' for others
  options TEXT NOT NULL DEFAULT '{}', -- JSON: the options of its runs (import/import-options.ts)
  owner_id INTEGER REFERENCES account (id) ON DELETE SET NULL, -- author of new records
  created_at INTEGER NOT NULL -- UTC seconds since 1970
) STRICT;
CREATE TABLE import_run (
  id INTEGER PRIMARY KEY,
  source_id INTEGER NOT NULL REFERENCES import_source (id) ON DELETE CASCADE,
  started_at INTEGER NOT NULL, -- UTC seconds since 1970
  ended_at INTEGER, -- null while it runs, and after it was interrupted
  is_dry INTEGER NOT NULL, -- 1: nothing was written but this report
  digest TEXT NOT NULL DEFAULT '', -- of the content: a run goes on only with the same content
  cursor TEXT NOT NULL DEFAULT '', -- position in the source after the last committed item
  error TEXT NOT NULL DEFAULT '', -- why it failed; '' if it did not
  counts TEXT NOT NULL DEFAULT '{}', -- JSON: {"events": {"created": 3, "unchanged": 1}, …}
  undoes INTEGER REFERENCES import_run (id) ON DELETE CASCADE, -- the run that this one undoes; null: it imports
  options TEXT NOT NULL DEFAULT '{}', -- JSON: of an undo (import/undo/start-undo.ts)
  account_id INTEGER REFERENCES account (id) ON DELETE SET NULL, -- with whose rights a server performs the run
  due_at INTEGER -- when a server performs the run or goes on with it; null: no server does
) STRICT;
CREATE INDEX import_run_source ON import_run (source_id, id);
CREATE UNIQUE INDEX import_run_undoes ON import_run (undoes);
CREATE INDEX import_run_due ON import_run (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX import_run_account ON import_run (account_id);
-- The records that a run wrote, so that it can be undone.
CREATE TABLE import_write (
  run_id INTEGER NOT NULL REFERENCES import_run (id) ON DELETE CASCADE,
  collection TEXT NOT NULL, -- media for pictures
  record_id INTEGER NOT NULL,
  is_new INTEGER NOT NULL, -- 1: the run created the record
  version INTEGER NOT NULL, -- external_id.record_version before the run; 0: there was no such row
  content TEXT NOT NULL, -- external_id.content before the run
  PRIMARY KEY (run_id, collection, record_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX import_write_content ON import_write (collection, record_id) WHERE content <> '';
CREATE TABLE import_problem (
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES import_run (id) ON DELETE CASCADE,
  severity TEXT NOT NULL CHECK (severity IN ('refused', 'warning')),
  place TEXT NOT NULL, -- in the source, e.g. line 12
  collection TEXT NOT NULL,
  external_id TEXT NOT NULL,
  title TEXT NOT NULL,
  field TEXT NOT NULL,
  message TEXT NOT NULL
) STRICT;
CREATE INDEX import_problem_run ON import_problem (run_id, id);
-- The ids that records have in the source from which they were imported. With row ids: in a table without them, rows of
-- more than 1002 bytes, as most have because of their content, would each take a page of their own.
CREATE TABLE external_id (
  source TEXT NOT NULL, -- import_source.name
  collection TEXT NOT NULL, -- media for pictures
  external_id TEXT NOT NULL,
  record_id INTEGER, -- null: the record was deleted for good, and is not imported again
  record_version INTEGER NOT NULL, -- after the last write of an import; differs if the record was edited since
  fingerprint TEXT NOT NULL, -- of the item; '' if the item must be compared again
  content TEXT NOT NULL, -- JSON: the item as the source sent it last, to find out which fields changed
  run_id INTEGER NOT NULL, -- the last run that wrote the record
  PRIMARY KEY (source, collection, external_id)
) STRICT;
CREATE INDEX external_id_record ON external_id (collection, record_id);
CREATE TRIGGER external_id_of_event AFTER DELETE ON event
BEGIN
  DELETE FROM import_problem WHERE collection = 'events'
    AND external_id IN (SELECT x.external_id FROM external_id x WHERE x.collection = 'events' AND x.record_id = OLD.id);
  UPDATE external_id SET record_id = NULL, fingerprint = '', content = '' WHERE collection = 'events' AND record_id = OLD.id;
  DELETE FROM import_write WHERE collection = 'events' AND record_id = OLD.id AND content <> '';
END;
CREATE TRIGGER external_id_of_venue AFTER DELETE ON venue
BEGIN
  DELETE FROM import_problem WHERE collection = 'venues'
    AND external_id IN (SELECT x.external_id FROM external_id x WHERE x.collection = 'venues' AND x.record_id = OLD.id);
  UPDATE external_id SET record_id = NULL, fingerprint = '', content = '' WHERE collection = 'venues' AND record_id = OLD.id;
  DELETE FROM import_write WHERE collection = 'venues' AND record_id = OLD.id AND content <> '';
END;
CREATE TRIGGER external_id_of_organizer AFTER DELETE ON organizer
BEGIN
  DELETE FROM import_problem WHERE collection = 'organizers'
    AND external_id IN (SELECT x.external_id FROM external_id x WHERE x.collection = 'organizers' AND x.record_id = OLD.id);
  UPDATE external_id SET record_id = NULL, fingerprint = '', content = '' WHERE collection = 'organizers' AND record_id = OLD.id;
  DELETE FROM import_write WHERE collection = 'organizers' AND record_id = OLD.id AND content <> '';
END;
CREATE TRIGGER external_id_of_series AFTER DELETE ON series
BEGIN
  DELETE FROM import_problem WHERE collection = 'series'
    AND external_id IN (SELECT x.external_id FROM external_id x WHERE x.collection = 'series' AND x.record_id = OLD.id);
  UPDATE external_id SET record_id = NULL, fingerprint = '', content = '' WHERE collection = 'series' AND record_id = OLD.id;
  DELETE FROM import_write WHERE collection = 'series' AND record_id = OLD.id AND content <> '';
END;
CREATE TRIGGER external_id_of_category AFTER DELETE ON category
BEGIN
  UPDATE external_id SET record_id = NULL, fingerprint = '', content = '' WHERE collection = 'categories' AND record_id = OLD.id;
  DELETE FROM import_write WHERE collection = 'categories' AND record_id = OLD.id AND content <> '';
END;
CREATE TRIGGER external_id_of_tag AFTER DELETE ON tag
BEGIN
  UPDATE external_id SET record_id = NULL, fingerprint = '', content = '' WHERE collection = 'tags' AND record_id = OLD.id;
  DELETE FROM import_write WHERE collection = 'tags' AND record_id = OLD.id AND content <> '';
END;
CREATE TRIGGER external_id_of_picture AFTER DELETE ON picture
BEGIN
  UPDATE external_id SET record_id = NULL, fingerprint = '', content = '' WHERE collection = 'media' AND record_id = OLD.id;
  DELETE FROM import_write WHERE collection = 'media' AND record_id = OLD.id AND content <> '';
END;
