CREATE TABLE picture (
  id INTEGER PRIMARY KEY,
  author_id INTEGER NOT NULL REFERENCES account (id),
  title TEXT NOT NULL,
  alt TEXT NOT NULL DEFAULT '',
  caption TEXT NOT NULL DEFAULT '',
  search_text TEXT NOT NULL, -- texts and file name, case-folded, for searches
  file_name TEXT NOT NULL UNIQUE,
  mime_type TEXT NOT NULL,
  extension TEXT NOT NULL,
  width INTEGER NOT NULL, -- pixels
  height INTEGER NOT NULL,
  size_bytes INTEGER NOT NULL,
  source_url TEXT, -- the URL that it was fetched from; the same URL is not fetched again
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1, -- rises with every edit of the texts or the author
  is_withdrawn INTEGER NOT NULL DEFAULT 0, -- 1: it was removed from a record that was not public
  content BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX picture_source ON picture (source_url) WHERE source_url IS NOT NULL;
CREATE INDEX picture_author ON picture (author_id);
CREATE INDEX picture_newest ON picture (created_at DESC, id DESC);
