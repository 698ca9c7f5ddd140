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
