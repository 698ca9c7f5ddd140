CREATE TABLE former_members (
  project_id text NOT NULL,
  team_id uuid NOT NULL,
  user_id uuid NOT NULL,
  PRIMARY KEY (project_id, team_id, user_id),
  FOREIGN KEY (project_id, team_id) REFERENCES teams ON DELETE CASCADE,
  FOREIGN KEY (project_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX former_members_by_user ON former_members (project_id, user_id);
COMMENT ON TABLE former_members IS 'A user who has left a team or was removed, and does not come back by signing in with its connections.';

ALTER TABLE connection_domains
  -- Since when the name servers of a verified domain give no answer.
  ADD COLUMN unreachable_since timestamptz,
  -- When a proof ended because the record was missing. Null again with a new proof.
  ADD COLUMN lapsed_at timestamptz;
