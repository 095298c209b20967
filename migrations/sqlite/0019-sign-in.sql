-- Sign-in with a browser. No response to the API depends on these tables, so writes to them need not invalidate caches.
ALTER TABLE account ADD COLUMN password_hash TEXT; -- scrypt hash of the password for /admin; null if the account has none
ALTER TABLE account ADD COLUMN language TEXT NOT NULL DEFAULT ''; -- language of /admin for this account; '' for the default of the site
ALTER TABLE account ADD COLUMN disabled_at INTEGER; -- when an administrator disabled the account, UTC seconds since 1970; null if it is in use
CREATE TABLE session (
  id INTEGER PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE, -- SHA-256 of the token in the cookie
  account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL, -- all times: UTC seconds since 1970
  seen_at INTEGER NOT NULL, -- last request, to the hour
  proved_at INTEGER NOT NULL, -- when the user last gave a password
  expires_at INTEGER NOT NULL,
  agent TEXT NOT NULL -- User-Agent of the browser, shortened
) STRICT;
CREATE INDEX session_account ON session (account_id);
-- One-time links with which the owner of an account sets a password.
CREATE TABLE sign_in_link (
  hash TEXT PRIMARY KEY, -- SHA-256 of the token in the link
  account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX sign_in_link_account ON sign_in_link (account_id);
