CREATE TABLE organizer (
  id INTEGER PRIMARY KEY,
  author_id INTEGER NOT NULL REFERENCES account (id),
  original_language TEXT NOT NULL,
  -- Scheduled is published with a date to come: nothing has to happen when the date comes.
  status TEXT NOT NULL CHECK (status IN ('publish', 'draft', 'pending', 'private', 'trash')),
  published_at INTEGER NOT NULL,
  -- floating: becomes now when published; given: chosen, not yet in force; settled: was in force.
  dating TEXT NOT NULL CHECK (dating IN ('floating', 'given', 'settled')),
  created_at INTEGER NOT NULL,
  modified_at INTEGER, -- null until the first change
  image_id INTEGER REFERENCES picture (id) ON DELETE SET NULL,
  phone TEXT NOT NULL DEFAULT '',
  website TEXT NOT NULL DEFAULT '',
  email TEXT NOT NULL DEFAULT '',
  search_text TEXT NOT NULL -- folded copy of the fields above
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
  slug TEXT NOT NULL, -- '' on drafts that have none yet
  title_folded TEXT NOT NULL,
  search_text TEXT NOT NULL, -- folded
  modified_at INTEGER NOT NULL,
  PRIMARY KEY (organizer_id, language)
) STRICT;
CREATE UNIQUE INDEX organizer_text_slug ON organizer_text (slug, language) WHERE slug <> '';
CREATE INDEX organizer_text_title ON organizer_text (language, substr(title_folded, 1, 100));
