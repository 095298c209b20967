-- Finds texts by parts of words: first the words that hold the part, then the texts that hold one of these words (db/postgres-search.ts).
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- What stands between white space, of which folded texts have no other.
CREATE FUNCTION words_of(folded text) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE ROWS 50 AS
  $$ SELECT word FROM string_to_table(translate(folded, E'\n', ' '), ' ') AS word WHERE word <> '' $$;

-- The same as numbers, however long they are. No plan shall make them anew that could ask the index, so they count as dear.
-- What is dear would be shared with other processes, whose start takes longer than most searches.
CREATE FUNCTION word_keys(folded text) RETURNS bigint[] LANGUAGE sql IMMUTABLE PARALLEL RESTRICTED COST 1000 AS
  $$ SELECT array_agg(hashtextextended(word, 0))
    FROM string_to_table(translate(folded, E'\n', ' '), ' ') AS word WHERE word <> '' $$;
CREATE INDEX event_text_search ON event_text USING gin (word_keys(search_text));

-- Every word that ever stood in a text of an event. Writers that bring the same new word at once each add it: nobody waits.
CREATE TABLE event_word (word text NOT NULL);
CREATE INDEX event_word_whole ON event_word USING hash (word); -- words may be longer than other indexes take
-- New words are rare, and what an index gathers before it is sorted in is read by each search.
CREATE INDEX event_word_part ON event_word USING gin (word gin_trgm_ops) WITH (fastupdate = off);

-- The plan is kept for texts to come: what reads all words while they are few would be slow soon.
CREATE FUNCTION add_event_words() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  INSERT INTO event_word (word)
    SELECT word FROM (SELECT DISTINCT word FROM after, words_of(search_text) AS word) AS said
    WHERE (SELECT true FROM event_word k WHERE k.word = said.word LIMIT 1) IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER event_text_said AFTER INSERT ON event_text
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION add_event_words();
CREATE TRIGGER event_text_resaid AFTER UPDATE ON event_text
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION add_event_words();
