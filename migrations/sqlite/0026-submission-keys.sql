-- Keys with which forms on other sites hand in events (decision 73). No cached response depends on this table.
CREATE TABLE submission_key (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL, -- the site that uses the key
  hash TEXT NOT NULL UNIQUE, -- SHA-256 of the key
  origins TEXT NOT NULL, -- origins of the pages that use it, separated by spaces; '': a program on a server uses it
  created_at INTEGER NOT NULL, -- all times: UTC seconds since 1970
  used_at INTEGER, -- time of the last submission
  submission_count INTEGER NOT NULL DEFAULT 0 -- all submissions, also those that have been deleted
) STRICT;
ALTER TABLE submission ADD COLUMN submission_key_id INTEGER REFERENCES submission_key (id) ON DELETE SET NULL;
CREATE INDEX submission_of_key ON submission (submission_key_id, sent_at);
-- Outcomes also have a key as their owner, so the table gets a new primary key. Outcomes are only a day old at most.
DROP TABLE idempotency;
CREATE TABLE idempotency (
  id INTEGER PRIMARY KEY,
  account_id INTEGER REFERENCES account (id) ON DELETE CASCADE, -- who sent the request: an account …
  submission_key_id INTEGER REFERENCES submission_key (id) ON DELETE CASCADE, -- … or a form on another site
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL, -- hash of method, URL and body of the request
  status INTEGER NOT NULL, -- HTTP status; from 400 on the request was refused, and nothing was written
  headers TEXT NOT NULL, -- JSON: an object with the headers of the response
  body TEXT NOT NULL, -- JSON: of the response, or of the error
  at INTEGER NOT NULL, -- UTC seconds since 1970; ignored when a day old, and then deleted
  UNIQUE (account_id, key),
  UNIQUE (submission_key_id, key)
) STRICT;
CREATE INDEX idempotency_at ON idempotency (at);
