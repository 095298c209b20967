CREATE SEQUENCE record_id AS integer; -- events, venues, organizers and pictures
CREATE SEQUENCE term_id AS integer; -- categories and tags

-- Every server that listens learns that something changed, and by whom; equal notices of one transaction are sent once.
-- These are of what events refer to. Events themselves say the name alone (see 0010), for they change far more often.
CREATE FUNCTION notify_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('almanac_changed', current_setting('application_name') || ' besides events');
  RETURN NULL;
END $$;
