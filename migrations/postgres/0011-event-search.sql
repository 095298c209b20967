-- Finds texts by any three letters in a row.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX event_text_search ON event_text USING gin (search_text gin_trgm_ops);
