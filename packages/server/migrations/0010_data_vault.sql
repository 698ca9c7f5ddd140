CREATE TABLE data_vault_values (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  store_id text NOT NULL,
  -- A keyed hash: names may be longer than an index entry, and they should reveal nothing.
  key_hash bytea NOT NULL,
  data_key_encrypted text NOT NULL,
  value_encrypted bytea NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, store_id, key_hash)
);
-- Encrypted bytes do not compress. PostgreSQL 15 does not accept this in the definition of the column.
ALTER TABLE data_vault_values ALTER COLUMN value_encrypted SET STORAGE EXTERNAL;
COMMENT ON TABLE data_vault_values IS 'A value in the data vault, encrypted by the client and again by the server with a data key of its own.';
