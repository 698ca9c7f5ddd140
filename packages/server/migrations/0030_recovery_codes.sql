-- A set is created and replaced as a whole.
CREATE TABLE recovery_code_sets (
  project_id text NOT NULL,
  user_id uuid NOT NULL,
  -- Random, so that the codes keep working when the secret of the deployment is replaced: only this is encrypted again.
  hash_key_encrypted text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, user_id),
  FOREIGN KEY (project_id, user_id) REFERENCES users ON DELETE CASCADE
);
COMMENT ON TABLE recovery_code_sets IS 'The recovery codes of a user with a second factor, and the key of their hashes.';

CREATE TABLE recovery_codes (
  project_id text NOT NULL,
  user_id uuid NOT NULL,
  code_hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (project_id, user_id, code_hash),
  FOREIGN KEY (project_id, user_id) REFERENCES recovery_code_sets ON DELETE CASCADE
);
COMMENT ON TABLE recovery_codes IS 'A code that completes one sign-in instead of the second factor. Kept once it is used.';
