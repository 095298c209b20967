CREATE TABLE category (
  id integer PRIMARY KEY,
  parent_id integer REFERENCES category (id),
  original_language text NOT NULL,
  version integer NOT NULL DEFAULT 1 -- rises with every edit of the category or its texts
);
CREATE INDEX category_parent ON category (parent_id);
CREATE TRIGGER category_changed AFTER INSERT OR UPDATE OR DELETE ON category
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change();
-- All pairs of a category and its ancestors, including itself.
CREATE TABLE category_within (
  category_id integer NOT NULL REFERENCES category (id) ON DELETE CASCADE,
  ancestor_id integer NOT NULL REFERENCES category (id) ON DELETE CASCADE,
  PRIMARY KEY (category_id, ancestor_id)
);
CREATE INDEX category_within_reverse ON category_within (ancestor_id, category_id);
CREATE TABLE category_text (
  category_id integer NOT NULL REFERENCES category (id) ON DELETE CASCADE,
  language text NOT NULL,
  title text NOT NULL,
  description text NOT NULL DEFAULT '',
  slug text NOT NULL, -- '' for drafts without a slug
  title_folded text NOT NULL,
  search_text text NOT NULL, -- title, excerpt and description, case-folded, for searches
  modified_at bigint NOT NULL,
  PRIMARY KEY (category_id, language)
);
CREATE UNIQUE INDEX category_text_slug ON category_text (slug, language) WHERE slug <> '';
CREATE INDEX category_text_title ON category_text (title_folded, language);
CREATE TRIGGER category_text_changed AFTER INSERT OR UPDATE OR DELETE ON category_text
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change();
