-- Jobs that come by themselves, and when each of them came last: whichever node is the first to see that the next time has
-- come enqueues it.
CREATE TABLE scheduled_jobs (
  name text PRIMARY KEY,
  came_at timestamptz NOT NULL
);
