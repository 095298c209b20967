CREATE SEQUENCE record_id AS integer; -- for events, venues, organizers and pictures
CREATE SEQUENCE term_id AS integer; -- for categories and tags

-- Notifies all listening servers of a change, with the name of the connection that made it; PostgreSQL sends equal notifications
-- of a transaction once. This function is for the tables that events refer to. The event tables send the name without the
-- suffix (see 0010), so that servers need not drop cached venues, organizers and terms for them.
CREATE FUNCTION notify_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('almanac_changed', current_setting('application_name') || ' besides events');
  RETURN NULL;
END $$;
