-- Events that people without an account hand in. They become events when an editor accepts them (decision 69). No cached response
-- depends on these tables.
CREATE TABLE submission (
  id INTEGER PRIMARY KEY,
  token_hash TEXT NOT NULL UNIQUE, -- SHA-256 of the token in the sender's link
  form_nonce TEXT NOT NULL UNIQUE, -- random part of the form, which can be sent once
  state TEXT NOT NULL, -- unconfirmed, waiting, question, accepted, refused or spam
  language TEXT NOT NULL,
  title TEXT NOT NULL,
  start_date TEXT NOT NULL, -- local time as typed
  fields TEXT NOT NULL, -- JSON: the fields of the native API
  content_hash TEXT NOT NULL, -- equal for the same event, to find duplicates
  sender_name TEXT NOT NULL, -- personal data, seen by editors only; ends with the row
  sender_email TEXT NOT NULL,
  message TEXT NOT NULL,
  network_hash TEXT NOT NULL, -- HMAC of the network of the sender, for limits; '' after a day
  sent_at INTEGER NOT NULL, -- all times: UTC seconds since 1970
  decided_at INTEGER, -- time of the last decision, also of a question
  reason TEXT NOT NULL DEFAULT '', -- what the editor wrote to the sender
  event_id INTEGER REFERENCES event (id) ON DELETE CASCADE -- the event made from it
) STRICT;
CREATE INDEX submission_state ON submission (state, id);
CREATE INDEX submission_sent ON submission (sent_at);
CREATE INDEX submission_event ON submission (event_id);
-- Notes among editors.
CREATE TABLE submission_note (
  id INTEGER PRIMARY KEY,
  submission_id INTEGER NOT NULL REFERENCES submission (id) ON DELETE CASCADE,
  login TEXT NOT NULL,
  text TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX submission_note_submission ON submission_note (submission_id);
-- One row: the key with which forms are signed.
CREATE TABLE submission_secret (
  value TEXT PRIMARY KEY
) STRICT;
INSERT INTO submission_secret (value) VALUES (lower(hex(randomblob(32))));
