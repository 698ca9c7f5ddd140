-- The job queue has tables of its own again, and a schedule in them.
DROP SCHEMA IF EXISTS graphile_worker CASCADE;
DROP TABLE scheduled_jobs;

-- A mail is tried at `next_attempt_at` by whoever claims it first. It is theirs until `claimed_until`, and then somebody
-- else's turn. A mail that was given up is tried no more, and kept for some days in case somebody wants to send it again.
ALTER TABLE outgoing_mails
  ADD COLUMN attempts integer NOT NULL DEFAULT 0,
  ADD COLUMN next_attempt_at timestamptz DEFAULT now(),
  ADD COLUMN claim_id uuid,
  ADD COLUMN claimed_until timestamptz,
  ADD COLUMN given_up_at timestamptz;
CREATE INDEX outgoing_mails_by_next_attempt ON outgoing_mails (project_id, next_attempt_at)
  WHERE next_attempt_at IS NOT NULL;
CREATE INDEX outgoing_mails_claimed ON outgoing_mails (project_id) WHERE claimed_until IS NOT NULL;
CREATE INDEX outgoing_mails_given_up ON outgoing_mails (given_up_at) WHERE given_up_at IS NOT NULL;

-- A mail to many is sent in runs, one run of a project at a time.
ALTER TABLE email_sends
  ADD COLUMN next_run_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN claim_id uuid,
  ADD COLUMN claimed_until timestamptz;

-- Which mail an attempt was for.
ALTER TABLE sent_emails ADD COLUMN mail_id text;
