ALTER TABLE passkeys
  ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- Given by the user.
  ADD COLUMN name text,
  -- The password manager, or the browser and operating system, that created it.
  ADD COLUMN device_name text,
  ADD COLUMN last_used_at timestamptz;
ALTER TABLE passkeys
  ALTER COLUMN id DROP DEFAULT,
  DROP CONSTRAINT passkeys_pkey,
  ADD PRIMARY KEY (project_id, user_id, id);
COMMENT ON TABLE passkeys IS 'The passkeys of users, several per user.';
