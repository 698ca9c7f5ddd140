-- Failed sign-ins by day, method and reason: what is known about each of them is kept for days, these figures for months.
ALTER TABLE metric_counters DROP CONSTRAINT metric_counters_name_check, ADD CONSTRAINT metric_counters_name_check
  CHECK (name IN ('users', 'sign-ups', 'sessions', 'active', 'active-week', 'active-month', 'country', 'method', 'fails'));
COMMENT ON TABLE metric_counters IS 'A part of a figure of a project, so that reading it takes the same time for any number of users. Failed sign-ins are counted with their traces, everything else by triggers.';
