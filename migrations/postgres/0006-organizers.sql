CREATE TABLE organizer (
  id integer PRIMARY KEY,
  author_id integer NOT NULL REFERENCES account (id),
  original_language text NOT NULL,
  -- A scheduled post has the status publish and a future published_at, so nothing needs to run at that time.
  status text NOT NULL CHECK (status IN ('publish', 'draft', 'pending', 'private', 'trash')),
  published_at bigint NOT NULL,
  -- How published_at is set. floating: to the time of publication; given: by an author, but it was never published;
  -- settled: it was published already.
  dating text NOT NULL CHECK (dating IN ('floating', 'given', 'settled')),
  created_at bigint NOT NULL,
  modified_at bigint, -- null if the record was never changed
  version integer NOT NULL DEFAULT 1, -- rises with every edit of the record, its texts or its links
  image_id integer REFERENCES picture (id) ON DELETE SET NULL,
  phone text NOT NULL DEFAULT '',
  website text NOT NULL DEFAULT '',
  email text NOT NULL DEFAULT '',
  search_text text NOT NULL -- the fields above, case-folded, for searches
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
  slug text NOT NULL, -- '' for drafts without a slug
  title_folded text NOT NULL,
  search_text text NOT NULL, -- title, excerpt and description, case-folded, for searches
  modified_at bigint NOT NULL,
  PRIMARY KEY (organizer_id, language)
);
CREATE UNIQUE INDEX organizer_text_slug ON organizer_text (slug, language) WHERE slug <> '';
CREATE INDEX organizer_text_title ON organizer_text (language, substr(title_folded, 1, 100));
CREATE TRIGGER organizer_text_changed AFTER INSERT OR UPDATE OR DELETE ON organizer_text
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change();
