CREATE UNLOGGED TABLE rate_limits (
  key text PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
CREATE INDEX rate_limits_by_expiry ON rate_limits (expire);
COMMENT ON TABLE rate_limits IS 'A counter that limits floods. It may be lost in a crash.';

CREATE TABLE guess_limits (
  key text PRIMARY KEY,
  -- When all attempts are available again.
  full_at timestamptz NOT NULL
);
CREATE INDEX guess_limits_by_time ON guess_limits (full_at);
COMMENT ON TABLE guess_limits IS 'A counter that limits guessing. Durable, so that a crash gives nobody new attempts.';
