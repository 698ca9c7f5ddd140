-- A user signs in with one account of each provider, and is linked to an account once.
CREATE UNIQUE INDEX one_sign_in_per_user_and_provider ON provider_links (project_id, user_id, provider_config_id)
  WHERE allow_sign_in;
CREATE UNIQUE INDEX one_link_per_user_and_account ON provider_links (project_id, user_id, provider_config_id, account_id);

-- What a user has decided about a kind of mail. Without a row the kind's default counts.
CREATE TABLE notification_preferences (
  project_id text NOT NULL,
  user_id uuid NOT NULL,
  category_id uuid NOT NULL,
  is_enabled boolean NOT NULL,
  PRIMARY KEY (project_id, user_id, category_id),
  FOREIGN KEY (project_id, user_id) REFERENCES users ON DELETE CASCADE
);

-- Who follows an unsubscribe link has no project in their hands, only the code.
CREATE INDEX unsubscribe_codes ON verification_codes (code_hash) WHERE kind = 'unsubscribe';

-- Keys that users and teams hand to programs. Only hashes are kept.
CREATE TABLE api_keys (
  project_id text NOT NULL,
  id uuid NOT NULL,
  user_id uuid,
  team_id uuid,
  description text NOT NULL,
  is_public boolean NOT NULL,
  value_hash bytea NOT NULL,
  last_four text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  revoked_at timestamptz,
  PRIMARY KEY (project_id, id),
  FOREIGN KEY (project_id, user_id) REFERENCES users ON DELETE CASCADE,
  FOREIGN KEY (project_id, team_id) REFERENCES teams ON DELETE CASCADE,
  CONSTRAINT one_owner_per_api_key CHECK (num_nonnulls(user_id, team_id) = 1)
);
-- Without the project, because whoever found a key in public does not know it.
CREATE UNIQUE INDEX one_api_key_per_value ON api_keys (value_hash);
CREATE INDEX api_keys_by_user ON api_keys (project_id, user_id, created_at DESC) WHERE user_id IS NOT NULL;
CREATE INDEX api_keys_by_team ON api_keys (project_id, team_id, created_at DESC) WHERE team_id IS NOT NULL;
