CREATE TABLE users (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  display_name text,
  profile_image_url text,
  is_anonymous boolean NOT NULL DEFAULT false,
  client_metadata json,
  client_read_only_metadata json,
  server_metadata json,
  selected_team_id uuid,
  password_hash text,
  otp_auth_enabled boolean NOT NULL DEFAULT false,
  totp_secret_encrypted text,
  requires_totp boolean NOT NULL DEFAULT false,
  -- The last TOTP time step that was accepted: neither it nor an earlier one is accepted again.
  last_totp_step bigint,
  -- The user's provider links and passkey as the API shows them: users are read far more often than these change.
  oauth_providers json NOT NULL DEFAULT '[]',
  has_passkey boolean NOT NULL DEFAULT false,
  signed_up_at timestamptz NOT NULL,
  last_active_at timestamptz NOT NULL,
  -- Set while the user is restricted, and left in place after the end of the restriction. Without an end if
  -- restricted_until is null.
  restricted_at timestamptz,
  restricted_until timestamptz,
  restriction_reason text,
  -- Display name and every contact channel value in lower case: what a search looks through.
  search_text text NOT NULL DEFAULT '',
  PRIMARY KEY (project_id, id)
)
-- Every sign-in and refresh updates a time that is in no index. With free space on its page the row stays there, and no
-- index has to be updated.
WITH (fillfactor = 85);
CREATE INDEX users_by_sign_up ON users (project_id, signed_up_at, id);
CREATE INDEX regular_users_by_sign_up ON users (project_id, signed_up_at, id) WHERE NOT is_anonymous;
-- For lists of only these, of whom there may be few among millions.
CREATE INDEX anonymous_users_by_sign_up ON users (project_id, signed_up_at, id) WHERE is_anonymous;
CREATE INDEX restricted_users_by_sign_up ON users (project_id, signed_up_at, id) WHERE restricted_at IS NOT NULL;
CREATE INDEX users_by_selected_team ON users (project_id, selected_team_id) WHERE selected_team_id IS NOT NULL;

-- A search looks up pieces of three characters. Each is hashed with the project and with the fortnight in which the user
-- signed up: fortnights are searched one after another, in the order of the list, so that only some of the users who
-- match a common text are read and sorted. Different pieces with the same hash do no harm, because texts are compared
-- afterwards. An index depends on these functions, so changing one takes a migration that builds the index again.
CREATE FUNCTION sign_up_fortnight(signed_up_at timestamptz) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT date_bin('336 hours', signed_up_at, timestamptz 'epoch')
$$;
CREATE FUNCTION search_pieces(search_text text) RETURNS text[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT ARRAY(
    SELECT DISTINCT piece FROM (
      SELECT c || lead(c) OVER following || lead(c, 2) OVER following AS piece
      FROM string_to_table(search_text, NULL) WITH ORDINALITY AS characters (c, place)
      WINDOW following AS (ORDER BY place)
    ) AS pieces WHERE piece IS NOT NULL
  )
$$;
-- The cost keeps the planner from computing the keys of users instead of reading the index, whatever its estimates.
CREATE FUNCTION search_keys(project_id text, fortnight timestamptz, pieces text[]) RETURNS bigint[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 10000000 AS $$
  SELECT ARRAY(
    SELECT hashtextextended(project_id || piece, extract(epoch FROM fortnight - timestamptz 'epoch')::bigint)
    FROM unnest(pieces) AS piece
  )
$$;
-- Without the list of pending entries, which every search would have to read.
CREATE INDEX users_by_search_keys ON users
  USING gin (search_keys(project_id, sign_up_fortnight(signed_up_at), search_pieces(search_text))) WITH (fastupdate = off);
COMMENT ON TABLE users IS 'A person, or an anonymous visitor, who uses an app.';
COMMENT ON COLUMN users.oauth_providers IS 'Maintained by a trigger.';
COMMENT ON COLUMN users.has_passkey IS 'Maintained by a trigger.';

CREATE TABLE contact_channels (
  project_id text NOT NULL,
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  type text NOT NULL CHECK (type = 'email'),
  value text NOT NULL,
  is_primary boolean NOT NULL,
  is_verified boolean NOT NULL,
  used_for_auth boolean NOT NULL,
  -- The address an account was created with signs in before it is verified. Every other address has to be verified
  -- first, whatever its flags say, so that nobody can add another person's address and keep them from using it.
  signs_in_unverified boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, user_id, id),
  FOREIGN KEY (project_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE UNIQUE INDEX one_sign_in_per_value ON contact_channels (project_id, type, value) WHERE used_for_auth;
CREATE UNIQUE INDEX one_primary_per_user ON contact_channels (project_id, user_id, type) WHERE is_primary;
CREATE UNIQUE INDEX one_channel_per_value_and_user ON contact_channels (project_id, user_id, type, value);
COMMENT ON TABLE contact_channels IS 'An email address of a user.';

CREATE TABLE user_activity (
  project_id text NOT NULL,
  user_id uuid NOT NULL,
  last_active_at timestamptz NOT NULL,
  -- Of the most recent activity whose country is known.
  country text,
  is_anonymous boolean NOT NULL,
  PRIMARY KEY (project_id, user_id),
  FOREIGN KEY (project_id, user_id) REFERENCES users ON DELETE CASCADE
);
-- One index serves both questions: whoever wants all users reads its two halves.
CREATE INDEX user_activity_by_kind_and_time ON user_activity (project_id, is_anonymous, last_active_at, user_id);
COMMENT ON TABLE user_activity IS 'When and from where a user was last active. Apart from users, so that a refresh does not update every index of that table.';

CREATE TABLE notification_preferences (
  project_id text NOT NULL,
  user_id uuid NOT NULL,
  category_id uuid NOT NULL,
  is_enabled boolean NOT NULL,
  PRIMARY KEY (project_id, user_id, category_id),
  FOREIGN KEY (project_id, user_id) REFERENCES users ON DELETE CASCADE
);
COMMENT ON TABLE notification_preferences IS 'A user''s choice to get one category of email or not. Without a row the default of the category applies.';
