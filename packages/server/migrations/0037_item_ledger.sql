-- What customers have of items is worked out by one fold over what happened to them: see `payments/ledger.ts`.

-- One row for each customer who ever had something of an item. Whoever changes what they have holds the row until the
-- transaction ends, and counts up `revision`.
CREATE TABLE item_accounts (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  customer_type text NOT NULL CHECK (customer_type IN ('user', 'team', 'custom')),
  customer_id text NOT NULL,
  revision bigint NOT NULL,
  -- Changes are in the order in which they were made, whatever the clocks of the servers say.
  latest_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, customer_type, customer_id)
);

-- What the fold came to at a moment in the past, so that it does not have to start at the beginning.
CREATE TABLE item_checkpoints (
  project_id text NOT NULL,
  customer_type text NOT NULL,
  customer_id text NOT NULL,
  item_id text NOT NULL,
  at timestamptz NOT NULL,
  -- When it was worked out: a debit that has expired since then counts no longer, and neither does the checkpoint.
  made_at timestamptz NOT NULL,
  -- Of the subscriptions and settings that were counted.
  grants_hash text NOT NULL,
  granted double precision NOT NULL,
  expired double precision NOT NULL,
  used double precision NOT NULL,
  PRIMARY KEY (project_id, customer_type, customer_id, item_id, at),
  FOREIGN KEY (project_id, customer_type, customer_id) REFERENCES item_accounts ON DELETE CASCADE
);

INSERT INTO item_accounts (project_id, customer_type, customer_id, revision, latest_at)
SELECT project_id, customer_type, customer_id, 0, max(latest_at) FROM item_ledgers GROUP BY 1, 2, 3;

DROP TRIGGER enter_item_changes ON item_changes;
DROP TRIGGER enter_purchases ON one_time_purchases;
DROP TRIGGER revise_entries_of_new ON subscriptions;
DROP TRIGGER revise_entries ON subscriptions;
ALTER TABLE item_changes DROP COLUMN ledger_id;
ALTER TABLE subscriptions DROP COLUMN seen_end;
DROP FUNCTION
  enter_item_changes, enter_purchases, revise_entries, take_back_entries, enter_subscriptions, subscriptions_lock,
  held_grants, default_grants, kind_of_grant, count_intervals, after_interval, read_repeat, item_quantity,
  read_item_quantity, advance_item_nodes, refresh_item_nodes, sum_item_nodes, item_parts, item_moments, item_node_shift,
  to_millis CASCADE;
DROP TABLE item_entries, item_ledger_nodes, item_ledgers;

ALTER TABLE item_changes
  ADD FOREIGN KEY (project_id, customer_type, customer_id) REFERENCES item_accounts ON DELETE CASCADE;
CREATE INDEX item_changes_by_creation
  ON item_changes (project_id, customer_type, customer_id, item_id, created_at);
CREATE INDEX item_changes_by_expiry
  ON item_changes (project_id, customer_type, customer_id, item_id, expires_at) WHERE expires_at IS NOT NULL;

-- Whatever a user or team had as a customer goes with them.
CREATE OR REPLACE FUNCTION delete_customers() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_type text := TG_ARGV[0];
BEGIN
  DELETE FROM subscriptions x USING gone
  WHERE x.project_id = gone.project_id AND x.customer_type = of_type AND x.customer_id = gone.id::text;
  DELETE FROM one_time_purchases x USING gone
  WHERE x.project_id = gone.project_id AND x.customer_type = of_type AND x.customer_id = gone.id::text;
  DELETE FROM item_accounts x USING gone
  WHERE x.project_id = gone.project_id AND x.customer_type = of_type AND x.customer_id = gone.id::text;
  RETURN NULL;
END
$$;

ALTER TABLE subscriptions DROP COLUMN offer_since;
CREATE OR REPLACE FUNCTION keep_former_plan() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- What was never paid for was never held, and what was replaced in the moment in which it came, neither.
  IF NEW.held_since > coalesce(OLD.held_since, '-infinity') AND OLD.status NOT IN ('incomplete', 'incomplete_expired') THEN
    INSERT INTO former_plans (project_id, subscription_id, held_since, held_until, offer_id, offer, quantity)
    VALUES (OLD.project_id, OLD.id, coalesce(OLD.held_since, '-infinity'), NEW.held_since,
      OLD.offer_id, OLD.offer, OLD.quantity);
  END IF;
  RETURN NEW;
END
$$;
