CREATE TABLE account (
  id INTEGER PRIMARY KEY,
  login TEXT NOT NULL UNIQUE, -- lower case
  email TEXT NOT NULL DEFAULT '',
  display_name TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('administrator', 'editor', 'author', 'contributor', 'subscriber')),
  created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE application_password (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  hash TEXT NOT NULL, -- scrypt hash, with its cost and salt
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX application_password_account ON application_password (account_id);
CREATE TABLE token (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE, -- SHA-256; tokens are random, so they need no slow hash
  created_at INTEGER NOT NULL,
  expires_at INTEGER -- null if the token does not expire
) STRICT;
CREATE INDEX token_account ON token (account_id);
