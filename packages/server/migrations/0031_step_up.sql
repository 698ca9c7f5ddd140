-- When and how the person of a session last proved who they are (RFC 8176 names). Null: nobody has, as in a session that
-- a server or a command line was given.
ALTER TABLE sessions
  ADD COLUMN authenticated_at timestamptz,
  ADD COLUMN authentication_methods text[] NOT NULL DEFAULT '{}';
