-- Outcomes of writes with an Idempotency-Key, for clients that repeat them (decision 0041). A row is inserted in the transaction of
-- its write, so after a crash there are both or neither. No notification is sent for it, because
-- the write sends one and no response depends on it.
CREATE TABLE idempotency (
  account_id integer NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  key text NOT NULL,
  fingerprint text NOT NULL, -- hash of method, URL and body of the request
  status integer NOT NULL, -- HTTP status; from 400 on the request was refused, and nothing was written
  headers text NOT NULL, -- JSON: an object with the headers of the response
  body text NOT NULL, -- JSON: of the response, or of the error
  at bigint NOT NULL, -- UTC seconds since 1970; ignored when a day old, and then deleted
  PRIMARY KEY (account_id, key)
);
CREATE INDEX idempotency_at ON idempotency (at);
