-- Imports from files and other calendars (decision 0061). No notification is sent for these tables, because no cached response
-- depends on them.
CREATE TABLE import_source (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL UNIQUE, -- as in external_id.source
  type text NOT NULL, -- csv, ics, json, jscalendar, …
  url text NOT NULL DEFAULT '', -- where the content is fetched; '' for files
  site text NOT NULL DEFAULT '', -- host and path of the WordPress site whose ids the external ids are; '' for others
  options text NOT NULL DEFAULT '{}', -- JSON: the options of its runs (import/import-options.ts)
  owner_id integer REFERENCES account (id) ON DELETE SET NULL, -- author of new records
  created_at bigint NOT NULL -- UTC seconds since 1970
);
CREATE TABLE import_run (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  source_id integer NOT NULL REFERENCES import_source (id) ON DELETE CASCADE,
  started_at bigint NOT NULL, -- UTC seconds since 1970
  ended_at bigint, -- null while it runs, and after it was interrupted
  is_dry smallint NOT NULL, -- 1: nothing was written but this report
  digest text NOT NULL DEFAULT '', -- of the content: a run goes on only with the same content
  cursor text NOT NULL DEFAULT '', -- position in the source after the last committed item
  error text NOT NULL DEFAULT '', -- why it failed; '' if it did not
  counts text NOT NULL DEFAULT '{}', -- JSON: {"events": {"created": 3, "unchanged": 1}, …}
  undoes integer REFERENCES import_run (id) ON DELETE CASCADE, -- the run that this one undoes; null: it imports
  options text NOT NULL DEFAULT '{}', -- JSON: of an undo (import/undo/start-undo.ts)
  account_id integer REFERENCES account (id) ON DELETE SET NULL, -- with whose rights a server performs the run
  due_at bigint -- when a server performs the run or goes on with it; null: no server does
);
CREATE INDEX import_run_source ON import_run (source_id, id);
CREATE UNIQUE INDEX import_run_undoes ON import_run (undoes);
CREATE INDEX import_run_due ON import_run (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX import_run_account ON import_run (account_id);
-- The records that a run wrote, so that it can be undone.
CREATE TABLE import_write (
  run_id integer NOT NULL REFERENCES import_run (id) ON DELETE CASCADE,
  collection text NOT NULL, -- media for pictures
  record_id integer NOT NULL,
  is_new smallint NOT NULL, -- 1: the run created the record
  version integer NOT NULL, -- external_id.record_version before the run; 0: there was no such row
  content text NOT NULL, -- external_id.content before the run
  PRIMARY KEY (run_id, collection, record_id)
);
CREATE INDEX import_write_content ON import_write (collection, record_id) WHERE content <> '';
CREATE TABLE import_problem (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  run_id integer NOT NULL REFERENCES import_run (id) ON DELETE CASCADE,
  severity text NOT NULL CHECK (severity IN ('refused', 'warning')),
  place text NOT NULL, -- in the source, e.g. line 12
  collection text NOT NULL,
  external_id text NOT NULL,
  title text NOT NULL,
  field text NOT NULL,
  message text NOT NULL
);
CREATE INDEX import_problem_run ON import_problem (run_id, id);
-- The ids that records have in the source from which they were imported.
CREATE TABLE external_id (
  source text NOT NULL, -- import_source.name
  collection text NOT NULL, -- media for pictures
  external_id text NOT NULL,
  record_id integer, -- null: the record was deleted for good, and is not imported again
  record_version integer NOT NULL, -- after the last write of an import; differs if the record was edited since
  fingerprint text NOT NULL, -- of the item; '' if the item must be compared again
  content text NOT NULL, -- JSON: the item as the source sent it last, to find out which fields changed
  run_id integer NOT NULL, -- the last run that wrote the record
  PRIMARY KEY (source, collection, external_id)
);
CREATE INDEX external_id_record ON external_id (collection, record_id);
CREATE FUNCTION erase_external_id() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM import_problem p USING external_id x WHERE x.collection = TG_ARGV[0] AND x.record_id = OLD.id
    AND p.collection = TG_ARGV[0] AND p.external_id = x.external_id;
  UPDATE external_id SET record_id = NULL, fingerprint = '', content = ''
    WHERE collection = TG_ARGV[0] AND record_id = OLD.id;
  DELETE FROM import_write WHERE collection = TG_ARGV[0] AND record_id = OLD.id AND content <> '';
  RETURN NULL;
END $$;
CREATE TRIGGER external_id_of_event AFTER DELETE ON event FOR EACH ROW EXECUTE FUNCTION erase_external_id('events');
CREATE TRIGGER external_id_of_venue AFTER DELETE ON venue FOR EACH ROW EXECUTE FUNCTION erase_external_id('venues');
CREATE TRIGGER external_id_of_organizer AFTER DELETE ON organizer FOR EACH ROW EXECUTE FUNCTION erase_external_id('organizers');
CREATE TRIGGER external_id_of_series AFTER DELETE ON series FOR EACH ROW EXECUTE FUNCTION erase_external_id('series');
CREATE TRIGGER external_id_of_category AFTER DELETE ON category FOR EACH ROW EXECUTE FUNCTION erase_external_id('categories');
CREATE TRIGGER external_id_of_tag AFTER DELETE ON tag FOR EACH ROW EXECUTE FUNCTION erase_external_id('tags');
CREATE TRIGGER external_id_of_picture AFTER DELETE ON picture FOR EACH ROW EXECUTE FUNCTION erase_external_id('media');
