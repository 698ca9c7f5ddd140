-- Clients that registered themselves are deleted some time after their last use, also those that were used before.
UPDATE oauth_clients SET expires_at = coalesce(last_used_at, created_at) + interval '90 days'
WHERE registration IS NOT NULL AND expires_at IS NULL;
