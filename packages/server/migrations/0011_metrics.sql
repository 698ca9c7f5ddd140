CREATE TABLE metric_counters (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  name text NOT NULL CHECK (name IN ('users', 'sign-ups', 'sessions', 'active', 'active-week', 'active-month', 'country', 'method')),
  -- A day, the Monday of a week, a month, a country or a sign-in method; empty where there is only one figure.
  key text NOT NULL,
  is_anonymous boolean NOT NULL,
  -- Several rows make up a figure, so that two sign-ups at once do not wait for each other.
  shard smallint NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (project_id, name, key, is_anonymous, shard)
);
COMMENT ON TABLE metric_counters IS 'A part of a figure of a project, maintained by triggers, so that reading it takes the same time for any number of users.';
