-- Counters that keep somebody from guessing: how long until all tries are back. Durable, so that no crash gives a guesser
-- new tries. `rate_limits`, which only holds off floods, may be lost.
CREATE TABLE guess_limits (
  key text PRIMARY KEY,
  full_at timestamptz NOT NULL
);
CREATE INDEX guess_limits_by_time ON guess_limits (full_at);
