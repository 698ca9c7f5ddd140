-- Changes of a plan are made one after the other: each is charged by its difference to the one before. Whoever makes one has
-- the subscription until then, and whoever dies over it loses it by itself.
ALTER TABLE subscriptions ADD COLUMN changing_until timestamptz;
