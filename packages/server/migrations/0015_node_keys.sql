-- The IDs of its encryption keys, that of the current secret first. Empty: not announced by an older version.
ALTER TABLE nodes ADD COLUMN key_ids text[] NOT NULL DEFAULT '{}';
