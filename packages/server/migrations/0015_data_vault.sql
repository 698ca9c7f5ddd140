-- What clients keep in the data vault, encrypted by them and once more by us. A value has a data key of its own, and
-- that key is encrypted with one that follows from the deployment's secret. Clients may name a value by a text of any
-- length, which an index has no room for; so the name is kept as a keyed hash, which also tells nothing by itself.
CREATE TABLE data_vault_values (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  store_id text NOT NULL,
  key_hash bytea NOT NULL,
  data_key_encrypted text NOT NULL,
  value_encrypted bytea NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, store_id, key_hash)
);

-- Encrypted bytes do not get smaller by compressing them.
ALTER TABLE data_vault_values ALTER COLUMN value_encrypted SET STORAGE EXTERNAL;
