CREATE TABLE venue (
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
  address text NOT NULL DEFAULT '',
  city text NOT NULL DEFAULT '',
  country text NOT NULL DEFAULT '',
  province text NOT NULL DEFAULT '',
  state text NOT NULL DEFAULT '',
  zip text NOT NULL DEFAULT '',
  phone text NOT NULL DEFAULT '',
  stateprovince text NOT NULL DEFAULT '',
  website text NOT NULL DEFAULT '',
  show_map smallint NOT NULL DEFAULT 1,
  show_map_link smallint NOT NULL DEFAULT 1,
  geo_lat double precision, -- degrees north
  geo_lng double precision, -- degrees east
  search_text text NOT NULL -- the fields above, case-folded, for searches
);
CREATE INDEX venue_newest ON venue (status, published_at DESC, id DESC);
CREATE INDEX venue_author ON venue (author_id);
CREATE INDEX venue_image ON venue (image_id) WHERE image_id IS NOT NULL;
CREATE TRIGGER venue_changed AFTER INSERT OR UPDATE OR DELETE ON venue
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change();
CREATE INDEX venue_place ON venue (geo_lat, geo_lng) WHERE geo_lat IS NOT NULL;
CREATE TABLE venue_text (
  venue_id integer NOT NULL REFERENCES venue (id) ON DELETE CASCADE,
  language text NOT NULL,
  title text NOT NULL,
  description text NOT NULL DEFAULT '',
  excerpt text NOT NULL DEFAULT '',
  slug text NOT NULL, -- '' for drafts without a slug
  title_folded text NOT NULL,
  search_text text NOT NULL, -- title, excerpt and description, case-folded, for searches
  modified_at bigint NOT NULL,
  PRIMARY KEY (venue_id, language)
);
CREATE UNIQUE INDEX venue_text_slug ON venue_text (slug, language) WHERE slug <> '';
CREATE INDEX venue_text_title ON venue_text (language, substr(title_folded, 1, 100));
CREATE TRIGGER venue_text_changed AFTER INSERT OR UPDATE OR DELETE ON venue_text
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change();
