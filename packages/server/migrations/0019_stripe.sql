-- Webhooks come in any order and at once. Every look at what the provider has takes a number, and what was seen by a later
-- look is never replaced by what an earlier one has seen.
CREATE SEQUENCE stripe_looks;
ALTER TABLE subscriptions ADD COLUMN stripe_look bigint;
