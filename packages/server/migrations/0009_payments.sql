-- A customer is a user, a team, or any text an app names its own customers by, so there is no foreign key to it.

CREATE TABLE subscriptions (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  customer_type text NOT NULL CHECK (customer_type IN ('user', 'team', 'custom')),
  customer_id text NOT NULL,
  -- Null for an offer that was made up for this purchase.
  offer_id text,
  price_id text,
  -- The offer as it was when it was bought, in the form of the rendered settings.
  offer jsonb NOT NULL,
  quantity integer NOT NULL CHECK (quantity > 0),
  status text NOT NULL CHECK (status IN (
    'active', 'trialing', 'canceled', 'paused', 'incomplete', 'incomplete_expired', 'past_due', 'unpaid'
  )),
  period_start timestamptz NOT NULL,
  period_end timestamptz NOT NULL,
  -- When its offer or quantity was last changed; null if never. Setting it records the plan that was held before.
  held_since timestamptz,
  cancel_at_period_end boolean NOT NULL DEFAULT false,
  -- Null in test mode.
  stripe_subscription_id text,
  -- Webhooks arrive in any order. Every read from Stripe takes a number, and a later one is never overwritten by an
  -- earlier one.
  stripe_snapshot bigint,
  -- Plan changes are made one at a time, because each is charged by the difference to the one before. The lease ends by
  -- itself if whoever holds it crashes.
  changing_until timestamptz,
  is_test_mode boolean NOT NULL,
  created_at timestamptz NOT NULL,
  canceled_at timestamptz,
  PRIMARY KEY (project_id, id)
);
CREATE UNIQUE INDEX subscriptions_by_stripe_id ON subscriptions (project_id, stripe_subscription_id);
CREATE INDEX subscriptions_by_customer ON subscriptions (project_id, customer_type, customer_id, created_at);
CREATE INDEX subscriptions_by_time ON subscriptions (project_id, created_at DESC, id DESC);
CREATE INDEX test_subscriptions_by_time ON subscriptions (project_id, created_at DESC, id DESC) WHERE is_test_mode;
-- For the job that ends them.
CREATE INDEX subscriptions_of_tests ON subscriptions (period_end) WHERE is_test_mode AND status IN ('active', 'trialing');
COMMENT ON TABLE subscriptions IS 'An offer that a customer pays for periodically, or holds in test mode.';

CREATE SEQUENCE stripe_snapshots;

CREATE TABLE former_plans (
  project_id text NOT NULL,
  subscription_id uuid NOT NULL,
  held_since timestamptz NOT NULL,
  held_until timestamptz NOT NULL,
  offer_id text,
  offer jsonb NOT NULL,
  quantity integer NOT NULL,
  PRIMARY KEY (project_id, subscription_id, held_until),
  FOREIGN KEY (project_id, subscription_id) REFERENCES subscriptions ON DELETE CASCADE
);
COMMENT ON TABLE former_plans IS 'What a subscription was for before its offer or quantity was changed.';

CREATE TABLE one_time_purchases (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  customer_type text NOT NULL CHECK (customer_type IN ('user', 'team', 'custom')),
  customer_id text NOT NULL,
  offer_id text,
  price_id text,
  offer jsonb NOT NULL,
  quantity integer NOT NULL CHECK (quantity > 0),
  stripe_payment_intent_id text,
  is_test_mode boolean NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, id)
);
CREATE UNIQUE INDEX one_time_purchases_by_stripe_id ON one_time_purchases (project_id, stripe_payment_intent_id);
CREATE INDEX one_time_purchases_by_customer
  ON one_time_purchases (project_id, customer_type, customer_id, created_at);
CREATE INDEX one_time_purchases_by_time ON one_time_purchases (project_id, created_at DESC, id DESC);
CREATE INDEX test_purchases_by_time ON one_time_purchases (project_id, created_at DESC, id DESC) WHERE is_test_mode;
COMMENT ON TABLE one_time_purchases IS 'An offer that a customer bought once.';

-- The item ledger: `payments/ledger.ts` folds the rows of these tables into the quantity of an item.

CREATE TABLE item_accounts (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  customer_type text NOT NULL CHECK (customer_type IN ('user', 'team', 'custom')),
  -- In the order of its bytes, so that ids are found by their beginning.
  customer_id text COLLATE "C" NOT NULL,
  revision bigint NOT NULL,
  -- Changes are in the order in which they were made, whatever the clocks of the servers say.
  latest_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, customer_type, customer_id)
);
CREATE INDEX item_accounts_by_time ON item_accounts (project_id, customer_type, created_at DESC, customer_id DESC);
COMMENT ON TABLE item_accounts IS 'A customer who ever had a purchase or an item. Whoever changes what they have locks the row and increments its revision.';

CREATE TABLE item_changes (
  project_id text NOT NULL,
  id uuid NOT NULL,
  customer_type text NOT NULL CHECK (customer_type IN ('user', 'team', 'custom')),
  customer_id text NOT NULL,
  item_id text NOT NULL,
  delta integer NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  description text,
  PRIMARY KEY (project_id, id),
  FOREIGN KEY (project_id, customer_type, customer_id) REFERENCES item_accounts ON DELETE CASCADE
);
CREATE INDEX item_changes_by_time ON item_changes (project_id, created_at DESC, id DESC);
CREATE INDEX item_changes_by_customer ON item_changes (project_id, customer_type, customer_id, created_at DESC, id DESC);
CREATE INDEX item_changes_by_creation ON item_changes (project_id, customer_type, customer_id, item_id, created_at);
CREATE INDEX item_changes_by_expiry ON item_changes (project_id, customer_type, customer_id, item_id, expires_at)
  WHERE expires_at IS NOT NULL;
COMMENT ON TABLE item_changes IS 'An amount of an item that an app granted or, if negative, took.';

CREATE TABLE item_checkpoints (
  project_id text NOT NULL,
  customer_type text NOT NULL CHECK (customer_type IN ('user', 'team', 'custom')),
  customer_id text NOT NULL,
  item_id text NOT NULL,
  at timestamptz NOT NULL,
  -- A debit that has expired since then no longer counts, and neither does the checkpoint.
  made_at timestamptz NOT NULL,
  -- Of the subscriptions and settings that were counted.
  grants_hash text NOT NULL,
  granted double precision NOT NULL,
  expired double precision NOT NULL,
  used double precision NOT NULL,
  PRIMARY KEY (project_id, customer_type, customer_id, item_id, at),
  FOREIGN KEY (project_id, customer_type, customer_id) REFERENCES item_accounts ON DELETE CASCADE
);
COMMENT ON TABLE item_checkpoints IS 'The result of the fold at a moment in the past, so that it need not start from the beginning.';
