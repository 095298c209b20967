-- Who wrote what, and when: an entry a write, in the transaction of the write. It repeats what it says of accounts and
-- records, so that it holds when they are gone.
CREATE TABLE audit (
  id INTEGER PRIMARY KEY, -- no index besides: lists go from the newest back, and every write pays for each
  at INTEGER NOT NULL, -- seconds UTC
  account_id INTEGER, -- null: nobody with an account, as at the command line
  login TEXT NOT NULL,
  request_id TEXT NOT NULL, -- as in the log; '' at the command line
  face TEXT NOT NULL, -- native, tec or cli
  action TEXT NOT NULL,
  collection TEXT NOT NULL,
  record_id INTEGER,
  language TEXT NOT NULL, -- of the texts that were written; '' for what has none
  fields TEXT NOT NULL, -- names of what a change sent, separated by commas; never a value
  title TEXT NOT NULL -- then
) STRICT;

-- Entries stay as they are. Only those before the moment that stands here may go: whoever ends their time writes it, and
-- takes it out again in the same transaction.
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
