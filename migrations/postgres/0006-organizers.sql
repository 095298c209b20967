CREATE TABLE organizer (
  id integer PRIMARY KEY,
  author_id integer NOT NULL REFERENCES account (id),
  original_language text NOT NULL,
  -- Scheduled is published with a date to come: nothing has to happen when the date comes.
  status text NOT NULL CHECK (status IN ('publish', 'draft', 'pending', 'private', 'trash')),
  published_at bigint NOT NULL,
  -- floating: becomes now when published; given: chosen, not yet in force; settled: was in force.
  dating text NOT NULL CHECK (dating IN ('floating', 'given', 'settled')),
  created_at bigint NOT NULL,
  modified_at bigint, -- null until the first change
  image_id integer REFERENCES picture (id) ON DELETE SET NULL,
  phone text NOT NULL DEFAULT '',
  website text NOT NULL DEFAULT '',
  email text NOT NULL DEFAULT '',
  search_text text NOT NULL -- folded copy of the fields above
);
CREATE INDEX organizer_newest ON organizer (status, published_at DESC, id DESC);
CREATE INDEX organizer_author ON organizer (author_id);
CREATE INDEX organizer_image ON organizer (image_id) WHERE image_id IS NOT NULL;
CREATE TRIGGER organizer_changed AFTER INSERT OR UPDATE OR DELETE ON organizer
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change();
CREATE TABLE organizer_text (
  organizer_id integer NOT NULL REFERENCES organizer (id) ON DELETE CASCADE,
  language text NOT NULL,
  title text NOT NULL,
  description text NOT NULL DEFAULT '',
  excerpt text NOT NULL DEFAULT '',
  slug text NOT NULL, -- '' on drafts that have none yet
  title_folded text NOT NULL,
  search_text text NOT NULL, -- folded
  modified_at bigint NOT NULL,
  PRIMARY KEY (organizer_id, language)
);
CREATE UNIQUE INDEX organizer_text_slug ON organizer_text (slug, language) WHERE slug <> '';
CREATE INDEX organizer_text_title ON organizer_text (language, substr(title_folded, 1, 100));
CREATE TRIGGER organizer_text_changed AFTER INSERT OR UPDATE OR DELETE ON organizer_text
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change();
