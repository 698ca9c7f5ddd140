-- Since when members sign in only with a connection of the team, and the one member who may also use a password and a
-- second factor. That member is no foreign key, because users name their selected team: it counts only while they are one.
ALTER TABLE teams
  ADD COLUMN connection_required_at timestamptz,
  ADD COLUMN break_glass_user_id uuid;

-- Whether sign-in pages have to look for the connection of an address. It stays true, because looking costs little.
ALTER TABLE projects ADD COLUMN has_connections boolean NOT NULL DEFAULT false;
