CREATE TABLE tag (
  id INTEGER PRIMARY KEY,
  original_language TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 1 -- rises with every edit of the tag or its texts
) STRICT;
CREATE TABLE tag_text (
  tag_id INTEGER NOT NULL REFERENCES tag (id) ON DELETE CASCADE,
  language TEXT NOT NULL,
  title TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  slug TEXT NOT NULL, -- '' for drafts without a slug
  title_folded TEXT NOT NULL,
  search_text TEXT NOT NULL, -- title, excerpt and description, case-folded, for searches
  modified_at INTEGER NOT NULL,
  PRIMARY KEY (tag_id, language)
) STRICT;
CREATE UNIQUE INDEX tag_text_slug ON tag_text (slug, language) WHERE slug <> '';
CREATE INDEX tag_text_title ON tag_text (title_folded, language);
