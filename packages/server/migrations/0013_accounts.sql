-- Null while the address is not verified, and after a server of an older version has verified it during an upgrade:
-- the time at which it was added then counts, as it does for the addresses that were verified before this column existed.
ALTER TABLE contact_channels ADD COLUMN verified_at timestamptz;
UPDATE contact_channels SET verified_at = created_at WHERE is_verified;
COMMENT ON COLUMN contact_channels.verified_at IS 'Decides which of a user''s addresses is the most senior one and can undo changes.';

-- Undoing a change with nothing but an email must not switch off a second factor at once: see decision 13.
ALTER TABLE users
  ADD COLUMN second_factor_ends_at timestamptz,
  ADD COLUMN earlier_totp_secret_encrypted text;
CREATE INDEX users_by_second_factor_end ON users (second_factor_ends_at) WHERE second_factor_ends_at IS NOT NULL;
COMMENT ON COLUMN users.second_factor_ends_at IS 'When the current second factor is removed, unless it is used before.';
COMMENT ON COLUMN users.earlier_totp_secret_encrypted IS 'The secret that then becomes the second factor again, if there was one.';

-- Somebody may sign up with another person's address, and that person may click "Verify" without looking. So an address
-- that is verified still does not show that the account belongs to its owner: see decision 12. Accounts whose address was
-- verified before this column existed count as claimed, because their owners have used them since.
ALTER TABLE contact_channels ADD COLUMN claimed_at timestamptz;
UPDATE contact_channels SET claimed_at = verified_at WHERE is_verified;
COMMENT ON COLUMN contact_channels.claimed_at IS 'When one flow has shown both the address and the account, by its session or password.';
