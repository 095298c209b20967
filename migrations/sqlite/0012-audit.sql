-- Audit log: one entry per write, inserted in the transaction of the write. It has copies of login and title, so that it
-- remains complete when account or record are removed.
CREATE TABLE audit (
  id INTEGER PRIMARY KEY, -- the only index: lists are read in this order, and another index would slow every write
  at INTEGER NOT NULL, -- UTC seconds since 1970
  account_id INTEGER, -- null for the command line and other writes without an account
  login TEXT NOT NULL,
  request_id TEXT NOT NULL, -- as in the request log; '' for the command line
  face TEXT NOT NULL, -- native, tec or tec-v1: face of the API; cli: command line; admin: pages below /admin
  action TEXT NOT NULL,
  collection TEXT NOT NULL,
  record_id INTEGER,
  language TEXT NOT NULL, -- language of the written texts; '' for records without texts
  fields TEXT NOT NULL, -- names of the changed fields, comma-separated, without values
  title TEXT NOT NULL -- at the time of the write
) STRICT;

-- Triggers refuse changes to entries, and removals except of entries older than the time in this table. The retention job
-- inserts that time, and deletes it again in the same transaction.
CREATE TABLE audit_ended (before INTEGER NOT NULL) STRICT;
CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit
BEGIN
  SELECT RAISE(ABORT, 'the audit log is only added to');
END;
CREATE TRIGGER audit_is_not_removed BEFORE DELETE ON audit
WHEN NOT EXISTS (SELECT 1 FROM audit_ended WHERE OLD.at < before)
BEGIN
  SELECT RAISE(ABORT, 'the audit log is only added to');
END;
