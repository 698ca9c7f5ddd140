ALTER TABLE passkeys
  ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- Given by the user.
  ADD COLUMN name text,
  -- The password manager, or the browser and operating system, that created it.
  ADD COLUMN device_name text,
  ADD COLUMN last_used_at timestamptz,
  -- Set when an email has undone that it became the second factor. Until then it completes sign-ins but starts none.
  ADD COLUMN ends_at timestamptz;
ALTER TABLE passkeys
  ALTER COLUMN id DROP DEFAULT,
  DROP CONSTRAINT passkeys_pkey,
  ADD PRIMARY KEY (project_id, user_id, id);
CREATE INDEX ending_passkeys ON passkeys (ends_at) WHERE ends_at IS NOT NULL;
COMMENT ON TABLE passkeys IS 'The passkeys of users, several per user.';

-- Whether the user's passkeys are a second factor. Without a passkey, never: see sync_has_passkey.
ALTER TABLE users ADD COLUMN passkey_mfa_enabled boolean NOT NULL DEFAULT false;
