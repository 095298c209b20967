-- Audit log: one entry per write, inserted in the transaction of the write. It has copies of login and title, so that it
-- remains complete when account or record are removed. No notification is sent for it, because the write sends one.
CREATE TABLE audit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, -- the only index: lists are read in this order, and another index would slow every write
  at bigint NOT NULL, -- UTC seconds since 1970
  account_id integer, -- null for the command line and other writes without an account
  login text NOT NULL,
  request_id text NOT NULL, -- as in the request log; '' for the command line
  face text NOT NULL, -- native, tec or tec-v1: face of the API; cli: command line; admin: pages below /admin
  action text NOT NULL,
  collection text NOT NULL,
  record_id integer,
  language text NOT NULL, -- language of the written texts; '' for records without texts
  fields text NOT NULL, -- names of the changed fields, comma-separated, without values
  title text NOT NULL -- at the time of the write
);

-- Triggers refuse changes to entries, and removals except of entries older than the time in this table. The retention job
-- inserts that time, and deletes it again in the same transaction.
CREATE TABLE audit_ended (before bigint NOT NULL);
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF EXISTS (SELECT 1 FROM audit_ended WHERE OLD.at < before) THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION 'the audit log is only added to';
END $$;
CREATE TRIGGER audit_is_kept BEFORE UPDATE OR DELETE ON audit
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_is_not_emptied BEFORE TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
