-- Null while the address is not verified, and after a server of an older version has verified it during an upgrade:
-- the time at which it was added then counts, as it does for the addresses that were verified before this column existed.
ALTER TABLE contact_channels ADD COLUMN verified_at timestamptz;
UPDATE contact_channels SET verified_at = created_at WHERE is_verified;
COMMENT ON COLUMN contact_channels.verified_at IS 'Decides which of a user''s addresses is the most senior one and can undo changes.';
