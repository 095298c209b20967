-- Users of the identity provider (OpenID Connect) and the accounts they sign in to (decision 72). No cached response depends on it.
CREATE TABLE identity (
  issuer text NOT NULL,
  subject text NOT NULL, -- id of the user at the provider
  account_id integer NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  created_at bigint NOT NULL, -- UTC seconds since 1970
  PRIMARY KEY (issuer, subject),
  UNIQUE (account_id, issuer)
);
