-- Who wrote what, and when: an entry a write, in the transaction of the write. It repeats what it says of accounts and
-- records, so that it holds when they are gone. It tells no server that something changed: the write does.
CREATE TABLE audit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, -- no index besides: lists go from the newest back, and every write pays for each
  at bigint NOT NULL, -- seconds UTC
  account_id integer, -- null: nobody with an account, as at the command line
  login text NOT NULL,
  request_id text NOT NULL, -- as in the log; '' at the command line
  face text NOT NULL, -- native, tec or cli
  action text NOT NULL,
  collection text NOT NULL,
  record_id integer,
  language text NOT NULL, -- of the texts that were written; '' for what has none
  fields text NOT NULL, -- names of what a change sent, separated by commas; never a value
  title text NOT NULL -- then
);

-- Entries stay as they are. Only those before the moment that stands here may go: whoever ends their time writes it, and
-- takes it out again in the same transaction.
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
