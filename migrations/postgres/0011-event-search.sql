-- Finds texts by parts of words: first the words that contain the part, then the texts that contain one of these words
-- (src/db/postgres/search.ts).
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- The words of a folded text, which contains no white space other than spaces and line feeds.
CREATE FUNCTION words_of(folded text) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE ROWS 50 AS
  $$ SELECT word FROM string_to_table(translate(folded, E'\n', ' '), ' ') AS word WHERE word <> '' $$;

-- The hashes of these words. A high COST keeps the planner from computing them for all texts where it can use the index.
-- PARALLEL RESTRICTED, because the high cost would lead to parallel plans, and starting workers takes longer than most searches.
CREATE FUNCTION word_keys(folded text) RETURNS bigint[] LANGUAGE sql IMMUTABLE PARALLEL RESTRICTED COST 1000 AS
  $$ SELECT array_agg(hashtextextended(word, 0))
    FROM string_to_table(translate(folded, E'\n', ' '), ' ') AS word WHERE word <> '' $$;
-- Searches compare with an array of such lists, because an array of arrays does not exist: PostgreSQL then reads the index
-- once for each list, instead of checking every word for every text.
CREATE DOMAIN word_key_list AS bigint[];
CREATE INDEX event_text_search ON event_text USING gin (word_keys(search_text));

-- Every word that any event text contains, and words of former texts. Concurrent writers may insert the same word twice, so that none waits.
CREATE TABLE event_word (word text NOT NULL);
CREATE INDEX event_word_whole ON event_word USING hash (word); -- a hash index, because a word may be too long for a B-tree
-- No fastupdate: new words are rare, and each search would have to scan the pending list.
CREATE INDEX event_word_part ON event_word USING gin (word gin_trgm_ops) WITH (fastupdate = off);

-- Without sequential scans: the plan is cached, and one made while there are few words would be slow later.
-- A writer whose text contains a known word shares the lock, so that no other transaction removes the word before the text is committed.
-- While another transaction removes words, it inserts all of its words instead of waiting.
CREATE FUNCTION add_event_words() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  are_kept boolean := pg_try_advisory_xact_lock_shared(hashtext('event_word'));
BEGIN
  INSERT INTO event_word (word)
    SELECT word FROM (SELECT DISTINCT word FROM after, words_of(search_text) AS word) AS said
    WHERE NOT are_kept OR (SELECT true FROM event_word k WHERE k.word = said.word LIMIT 1) IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER event_text_said AFTER INSERT ON event_text
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION add_event_words();
CREATE TRIGGER event_text_resaid AFTER UPDATE ON event_text
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION add_event_words();

-- Removes the words that only deleted texts contained. Words of the newest texts are left out first, because looking up a
-- frequent word in the index of texts takes long. While other transactions write texts, the words stay.
CREATE FUNCTION remove_event_words() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  said text;
BEGIN
  IF NOT EXISTS (SELECT FROM before) OR NOT pg_try_advisory_xact_lock(hashtext('event_word')) THEN
    RETURN NULL;
  END IF;
  FOR said IN
    SELECT word FROM before, words_of(search_text) AS word EXCEPT
    SELECT word FROM (SELECT search_text FROM event_text ORDER BY event_id DESC LIMIT 100) AS newest, words_of(search_text) AS word
  LOOP
    IF NOT EXISTS (SELECT FROM event_text WHERE word_keys(search_text) && ARRAY[hashtextextended(said, 0)]) THEN
      DELETE FROM event_word WHERE word = said;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER event_text_unsaid AFTER DELETE ON event_text
  REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION remove_event_words();
