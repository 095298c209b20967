CREATE TABLE category (
  id INTEGER PRIMARY KEY,
  parent_id INTEGER REFERENCES category (id),
  original_language TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 1 -- rises with every edit of the category or its texts
) STRICT;
CREATE INDEX category_parent ON category (parent_id);
-- All pairs of a category and its ancestors, including itself.
CREATE TABLE category_within (
  category_id INTEGER NOT NULL REFERENCES category (id) ON DELETE CASCADE,
  ancestor_id INTEGER NOT NULL REFERENCES category (id) ON DELETE CASCADE,
  PRIMARY KEY (category_id, ancestor_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX category_within_reverse ON category_within (ancestor_id, category_id);
CREATE TABLE category_text (
  category_id INTEGER NOT NULL REFERENCES category (id) ON DELETE CASCADE,
  language TEXT NOT NULL,
  title TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  slug TEXT NOT NULL, -- '' for drafts without a slug
  title_folded TEXT NOT NULL,
  search_text TEXT NOT NULL, -- title, excerpt and description, case-folded, for searches
  modified_at INTEGER NOT NULL,
  PRIMARY KEY (category_id, language)
) STRICT;
CREATE UNIQUE INDEX category_text_slug ON category_text (slug, language) WHERE slug <> '';
CREATE INDEX category_text_title ON category_text (title_folded, language);
