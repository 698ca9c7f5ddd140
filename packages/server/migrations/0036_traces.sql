CREATE TABLE traces (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  -- Of what happened, to whom and in which minute: the same again only counts.
  fingerprint bytea NOT NULL,
  kind text NOT NULL,
  -- The error code of the response, or what else went wrong.
  code text NOT NULL,
  status smallint,
  route text,
  user_id uuid,
  -- A keyed hash of an address that was typed and that belongs to no user.
  address_hash bytea,
  -- What the requests of an OAuth round trip or a purchase have in common.
  flow_id text,
  ip_address text,
  user_agent text,
  steps json NOT NULL CHECK (octet_length(steps::text) <= 4000),
  -- What error pages showed, the latest first.
  reference_ids text[] NOT NULL,
  count integer NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, id),
  FOREIGN KEY (project_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE UNIQUE INDEX traces_by_fingerprint ON traces (project_id, fingerprint);
CREATE INDEX traces_by_time ON traces (project_id, first_at DESC, id);
CREATE INDEX traces_by_sort ON traces (project_id, kind, code, (user_id IS NULL), first_at DESC);
CREATE INDEX traces_by_user ON traces (project_id, user_id, first_at DESC) WHERE user_id IS NOT NULL;
CREATE INDEX traces_by_address ON traces (project_id, address_hash, first_at DESC) WHERE address_hash IS NOT NULL;
CREATE INDEX traces_by_flow ON traces (project_id, flow_id, first_at) WHERE flow_id IS NOT NULL;
CREATE INDEX traces_by_reference ON traces USING gin (reference_ids);
CREATE INDEX traces_by_age ON traces (first_at);
COMMENT ON TABLE traces IS 'A request that was refused or failed, and what led there. Written after the response, bounded per project and deleted after two weeks. Failed emails and webhooks are found in their own tables.';

-- The webhooks that failed, for the list of failures.
CREATE INDEX webhook_deliveries_failing ON webhook_deliveries (project_id, created_at DESC)
  WHERE attempts > 0 AND state IN ('pending', 'resending', 'failed');
CREATE INDEX webhook_deliveries_failing_by_object ON webhook_deliveries (project_id, object_id, created_at DESC)
  WHERE attempts > 0 AND state IN ('pending', 'resending', 'failed');
