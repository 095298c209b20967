CREATE TABLE organizer (
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
  phone TEXT NOT NULL DEFAULT '',
  website TEXT NOT NULL DEFAULT '',
  email TEXT NOT NULL DEFAULT '',
  search_text TEXT NOT NULL -- the fields above, case-folded, for searches
) STRICT;
CREATE INDEX organizer_newest ON organizer (status, published_at DESC, id DESC);
CREATE INDEX organizer_author ON organizer (author_id);
CREATE INDEX organizer_image ON organizer (image_id) WHERE image_id IS NOT NULL;
CREATE TABLE organizer_text (
  organizer_id INTEGER NOT NULL REFERENCES organizer (id) ON DELETE CASCADE,
  language TEXT NOT NULL,
  title TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  excerpt TEXT NOT NULL DEFAULT '',
  slug TEXT NOT NULL, -- '' for drafts without a slug
  title_folded TEXT NOT NULL,
  search_text TEXT NOT NULL, -- title, excerpt and description, case-folded, for searches
  modified_at INTEGER NOT NULL,
  PRIMARY KEY (organizer_id, language)
) STRICT;
CREATE UNIQUE INDEX organizer_text_slug ON organizer_text (slug, language) WHERE slug <> '';
CREATE INDEX organizer_text_title ON organizer_text (language, substr(title_folded, 1, 100));
