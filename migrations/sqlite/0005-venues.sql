CREATE TABLE venue (
  id INTEGER PRIMARY KEY,
  author_id INTEGER NOT NULL REFERENCES account (id),
  original_language TEXT NOT NULL,
  -- A scheduled post has the status publish and a future published_at, so nothing needs to run at that time.
  status TEXT NOT NULL CHECK (status IN ('publish', 'draft', 'pending', 'private', 'trash')),
  published_at INTEGER NOT NULL,
  -- How published_at is set. floating: to the time of publication; given: by an author, but it was never published;
  -- settled: it was published already.
  dating TEXT NOT NULL CHECK (dating IN ('floating', 'given', 'settled')),
  created_at INTEGER NOT NULL,
  modified_at INTEGER, -- null if the record was never changed
  version INTEGER NOT NULL DEFAULT 1, -- rises with every edit of the record, its texts or its links
  image_id INTEGER REFERENCES picture (id) ON DELETE SET NULL,
  address TEXT NOT NULL DEFAULT '',
  city TEXT NOT NULL DEFAULT '',
  country TEXT NOT NULL DEFAULT '',
  province TEXT NOT NULL DEFAULT '',
  state TEXT NOT NULL DEFAULT '',
  zip TEXT NOT NULL DEFAULT '',
  phone TEXT NOT NULL DEFAULT '',
  stateprovince TEXT NOT NULL DEFAULT '',
  website TEXT NOT NULL DEFAULT '',
  show_map INTEGER NOT NULL DEFAULT 1,
  show_map_link INTEGER NOT NULL DEFAULT 1,
  geo_lat REAL, -- degrees north
  geo_lng REAL, -- degrees east
  search_text TEXT NOT NULL -- the fields above, case-folded, for searches
) STRICT;
CREATE INDEX venue_newest ON venue (status, published_at DESC, id DESC);
CREATE INDEX venue_author ON venue (author_id);
CREATE INDEX venue_image ON venue (image_id) WHERE image_id IS NOT NULL;
CREATE INDEX venue_place ON venue (geo_lat, geo_lng) WHERE geo_lat IS NOT NULL;
CREATE TABLE venue_text (
  venue_id INTEGER NOT NULL REFERENCES venue (id) ON DELETE CASCADE,
  language TEXT NOT NULL,
  title TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  excerpt TEXT NOT NULL DEFAULT '',
  slug TEXT NOT NULL, -- '' for drafts without a slug
  title_folded TEXT NOT NULL,
  search_text TEXT NOT NULL, -- title, excerpt and description, case-folded, for searches
  modified_at INTEGER NOT NULL,
  PRIMARY KEY (venue_id, language)
) STRICT;
CREATE UNIQUE INDEX venue_text_slug ON venue_text (slug, language) WHERE slug <> '';
CREATE INDEX venue_text_title ON venue_text (language, substr(title_folded, 1, 100));
