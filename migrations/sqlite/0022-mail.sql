-- Mail that waits for delivery. A row is inserted in the transaction of the write that causes the mail and deleted when the mail
-- server has accepted it, so that a crash loses none.
CREATE TABLE mail (
  id INTEGER PRIMARY KEY,
  message_id TEXT NOT NULL UNIQUE, -- random part of the Message-ID, the same for every attempt
  recipient TEXT NOT NULL, -- e-mail address
  subject TEXT NOT NULL,
  body TEXT NOT NULL, -- plain text; '' once the mail has failed for good
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL, -- time of the next attempt; all times: UTC seconds since 1970
  expires_at INTEGER NOT NULL, -- no attempt after this time
  failed_at INTEGER, -- when it failed for good; null while it waits
  problem TEXT NOT NULL DEFAULT '' -- why the last attempt failed
) STRICT;
CREATE INDEX mail_due ON mail (due_at) WHERE failed_at IS NULL;
