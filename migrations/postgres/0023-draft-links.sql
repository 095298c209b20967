-- Links with which people without an account see an event before it is published.
CREATE TABLE draft_link (
  hash text PRIMARY KEY, -- SHA-256 of the token in the address
  event_id integer NOT NULL REFERENCES event (id) ON DELETE CASCADE,
  account_id integer NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  expires_at bigint NOT NULL -- UTC seconds since 1970
);
CREATE INDEX draft_link_event ON draft_link (event_id);
CREATE INDEX draft_link_account ON draft_link (account_id);
