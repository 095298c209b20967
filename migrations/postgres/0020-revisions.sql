-- What a record was before a write changed or removed it, for histories and undo (decision 0059). A row is inserted in the
-- transaction of its write. Unlike the audit log it contains values, and ends with REVISION_DAYS. No notification is
-- sent for it, because the write sends one.
CREATE TABLE revision (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  collection text NOT NULL,
  record_id integer NOT NULL,
  at bigint NOT NULL, -- UTC seconds since 1970
  account_id integer, -- null for the command line
  login text NOT NULL,
  batch_id text NOT NULL, -- id of the request; its writes can be undone together. '' for the command line
  action text NOT NULL, -- as in the audit log
  language text NOT NULL, -- language of the written texts
  fields text NOT NULL, -- names of the changed fields, comma-separated
  before bytea NOT NULL -- compressed JSON: row, texts and ids of linked records (collections/revisions/revision-snapshot.ts)
);
CREATE INDEX revision_record ON revision (collection, record_id, id);
CREATE INDEX revision_batch ON revision (batch_id) WHERE batch_id <> '';
-- Categories and tags are deleted at once instead of being moved to a trash, so their revisions stay.
CREATE FUNCTION remove_revisions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM revision WHERE collection = TG_ARGV[0] AND record_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER revision_of_event AFTER DELETE ON event
  FOR EACH ROW EXECUTE FUNCTION remove_revisions('events');
CREATE TRIGGER revision_of_venue AFTER DELETE ON venue
  FOR EACH ROW EXECUTE FUNCTION remove_revisions('venues');
CREATE TRIGGER revision_of_organizer AFTER DELETE ON organizer
  FOR EACH ROW EXECUTE FUNCTION remove_revisions('organizers');
CREATE TRIGGER revision_of_series AFTER DELETE ON series
  FOR EACH ROW EXECUTE FUNCTION remove_revisions('series');
