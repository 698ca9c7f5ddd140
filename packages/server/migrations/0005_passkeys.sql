-- One passkey per user; registering again replaces it.
CREATE TABLE passkeys (
  project_id text NOT NULL,
  user_id uuid NOT NULL,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  device_type text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, user_id),
  FOREIGN KEY (project_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE UNIQUE INDEX one_user_per_passkey ON passkeys (project_id, credential_id);

-- Kept by a trigger, as users are read far more often than passkeys change.
ALTER TABLE users ADD COLUMN has_passkey boolean NOT NULL DEFAULT false;
CREATE FUNCTION note_passkey() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed record := coalesce(NEW, OLD);
BEGIN
  UPDATE users SET has_passkey = (TG_OP = 'INSERT') WHERE project_id = changed.project_id AND id = changed.user_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER note_passkey AFTER INSERT OR DELETE ON passkeys FOR EACH ROW EXECUTE FUNCTION note_passkey();
