-- What a record was before a write changed or removed it, for histories and undo (decision 0059). A row is inserted in the
-- transaction of its write. Unlike the audit log it contains values, and ends with REVISION_DAYS.
CREATE TABLE revision (
  id INTEGER PRIMARY KEY,
  collection TEXT NOT NULL,
  record_id INTEGER NOT NULL,
  at INTEGER NOT NULL, -- UTC seconds since 1970
  account_id INTEGER, -- null for the command line
  login TEXT NOT NULL,
  batch_id TEXT NOT NULL, -- id of the request; its writes can be undone together. '' for the command line
  action TEXT NOT NULL, -- as in the audit log
  language TEXT NOT NULL, -- language of the written texts
  fields TEXT NOT NULL, -- names of the changed fields, comma-separated
  before BLOB NOT NULL -- compressed JSON: row, texts and ids of linked records (collections/revisions/revision-snapshot.ts)
) STRICT;
CREATE INDEX revision_record ON revision (collection, record_id, id);
CREATE INDEX revision_batch ON revision (batch_id) WHERE batch_id <> '';
-- Categories and tags are deleted at once instead of being moved to a trash, so their revisions stay.
CREATE TRIGGER revision_of_event AFTER DELETE ON event
BEGIN
  DELETE FROM revision WHERE collection = 'events' AND record_id = OLD.id;
END;
CREATE TRIGGER revision_of_venue AFTER DELETE ON venue
BEGIN
  DELETE FROM revision WHERE collection = 'venues' AND record_id = OLD.id;
END;
CREATE TRIGGER revision_of_organizer AFTER DELETE ON organizer
BEGIN
  DELETE FROM revision WHERE collection = 'organizers' AND record_id = OLD.id;
END;
CREATE TRIGGER revision_of_series AFTER DELETE ON series
BEGIN
  DELETE FROM revision WHERE collection = 'series' AND record_id = OLD.id;
END;
