-- Passkeys (WebAuthn), with which accounts sign in to /admin without a password.
CREATE TABLE passkey (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  credential_id TEXT NOT NULL UNIQUE, -- base64url
  public_key TEXT NOT NULL, -- COSE key, base64url
  counter INTEGER NOT NULL, -- how often the authenticator says it was used; 0 for those that do not count
  transports TEXT NOT NULL, -- comma-separated
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL, -- UTC seconds since 1970
  used_at INTEGER -- null: not used yet
) STRICT;
CREATE INDEX passkey_account ON passkey (account_id);
-- Challenges that a passkey has to sign; each is valid once, for five minutes.
CREATE TABLE passkey_challenge (
  challenge TEXT PRIMARY KEY,
  expires_at INTEGER NOT NULL
) STRICT;
