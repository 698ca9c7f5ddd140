CREATE TABLE jobs (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  -- IDs, never secrets.
  payload jsonb NOT NULL,
  -- Counted when they begin, so that a job that crashes its server is not run forever.
  attempts integer NOT NULL DEFAULT 0,
  max_attempts integer NOT NULL DEFAULT 1,
  -- Null: failed for the last time, and kept for some days in case somebody wants to run it again.
  next_attempt_at timestamptz DEFAULT now(),
  claim_id uuid,
  claimed_until timestamptz,
  failed_at timestamptz,
  error text
);
CREATE INDEX jobs_by_next_attempt ON jobs (name, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX jobs_failed ON jobs (failed_at, id) WHERE failed_at IS NOT NULL;
COMMENT ON TABLE jobs IS 'Work that is done in the background. The row is deleted once it is done.';

CREATE TABLE job_turns (
  name text PRIMARY KEY,
  turn bigint NOT NULL
);
COMMENT ON TABLE job_turns IS 'The last turn of a job that repeats, so that only one server adds each turn.';

-- The tables of a queue library that was used before. What was unfinished in them is done from here.
DO $$
BEGIN
  IF to_regclass('pgboss.job') IS NULL THEN RETURN; END IF;
  INSERT INTO jobs (name, payload, max_attempts, next_attempt_at)
    SELECT name, coalesce(data, '{}'), retry_limit + 1, start_after FROM pgboss.job
    WHERE state IN ('created', 'retry', 'active') AND name NOT LIKE 'wake-%' AND name NOT LIKE '\_\_%';
  DROP SCHEMA pgboss CASCADE;
END $$;

-- One job at a time delivers to an endpoint, as with the other tables of deliveries.
ALTER TABLE webhook_endpoints RENAME COLUMN busy_until TO claimed_until;
ALTER TABLE webhook_endpoints ADD COLUMN claim_id uuid;

-- An email to one of the recipients of a bulk email is an outgoing email, too. Its content is that of `email_sends`.
ALTER TABLE outgoing_emails
  ADD COLUMN send_id uuid,
  ADD COLUMN user_id uuid,
  -- Bulk emails are sent in this order, those with the same time together.
  ADD COLUMN turn_at timestamptz,
  ALTER COLUMN content_encrypted DROP NOT NULL,
  ALTER COLUMN discard_after DROP NOT NULL,
  ADD FOREIGN KEY (project_id, send_id) REFERENCES email_sends ON DELETE CASCADE,
  ADD CHECK ((send_id IS NULL) = (content_encrypted IS NOT NULL));
DROP INDEX outgoing_emails_by_next_attempt;
CREATE INDEX outgoing_emails_by_next_attempt ON outgoing_emails (project_id, next_attempt_at)
  WHERE next_attempt_at IS NOT NULL AND send_id IS NULL;
CREATE INDEX outgoing_emails_by_turn ON outgoing_emails (project_id, turn_at, user_id)
  WHERE next_attempt_at IS NOT NULL AND send_id IS NOT NULL;
CREATE UNIQUE INDEX one_email_per_recipient ON outgoing_emails (project_id, send_id, user_id) WHERE send_id IS NOT NULL;

INSERT INTO outgoing_emails
  (project_id, id, template, send_id, user_id, created_at, attempts, unconfirmed_attempts, next_attempt_at, turn_at, given_up_at)
SELECT r.project_id, gen_random_uuid(), 'bulk', r.send_id, r.user_id, s.created_at, r.attempts, r.unconfirmed_attempts,
  r.not_before, r.not_before, CASE WHEN r.not_before IS NULL THEN s.created_at END
FROM email_send_recipients r JOIN email_sends s ON s.project_id = r.project_id AND s.id = r.send_id;
DROP TABLE email_send_recipients;
ALTER TABLE email_sends DROP COLUMN next_run_at, DROP COLUMN claim_id, DROP COLUMN claimed_until;

-- A requested code is an outgoing email from the beginning.
DROP TABLE requested_codes;
