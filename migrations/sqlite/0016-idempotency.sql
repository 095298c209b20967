-- Outcomes of writes with an Idempotency-Key, for clients that repeat them (decision 0041). A row is inserted in the transaction of
-- its write, so after a crash there are both or neither.
CREATE TABLE idempotency (
  account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL, -- hash of method, URL and body of the request
  status INTEGER NOT NULL, -- HTTP status; from 400 on the request was refused, and nothing was written
  headers TEXT NOT NULL, -- JSON: an object with the headers of the response
  body TEXT NOT NULL, -- JSON: of the response, or of the error
  at INTEGER NOT NULL, -- UTC seconds since 1970; ignored when a day old, and then deleted
  PRIMARY KEY (account_id, key)
) STRICT;
CREATE INDEX idempotency_at ON idempotency (at);
