-- The account at the card provider, once one was set up, and the name by which purchase codes and the provider know the
-- project.
ALTER TABLE projects
  ADD COLUMN stripe_account_id text,
  ADD COLUMN tenancy_id uuid NOT NULL DEFAULT gen_random_uuid();
CREATE UNIQUE INDEX projects_by_tenancy ON projects (tenancy_id);
CREATE UNIQUE INDEX projects_by_stripe_account ON projects (stripe_account_id);

-- What was added to and taken from the items of customers by hand. A customer is a user, a team, or whatever text an app
-- calls its own customers by, so there is no foreign key.
CREATE TABLE item_changes (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  customer_type text NOT NULL CHECK (customer_type IN ('user', 'team', 'custom')),
  customer_id text NOT NULL,
  item_id text NOT NULL,
  delta integer NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  description text,
  PRIMARY KEY (project_id, id)
);
CREATE INDEX item_changes_by_creation
  ON item_changes (project_id, customer_type, customer_id, item_id, created_at);
CREATE INDEX item_changes_by_expiry
  ON item_changes (project_id, customer_type, customer_id, item_id, expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX item_changes_by_time ON item_changes (project_id, created_at DESC, id DESC);

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
  cancel_at_period_end boolean NOT NULL DEFAULT false,
  -- Null in test mode.
  stripe_subscription_id text,
  is_test_mode boolean NOT NULL,
  created_at timestamptz NOT NULL,
  canceled_at timestamptz,
  PRIMARY KEY (project_id, id)
);
CREATE UNIQUE INDEX subscriptions_by_stripe_id ON subscriptions (project_id, stripe_subscription_id);
CREATE INDEX subscriptions_by_customer ON subscriptions (project_id, customer_type, customer_id, created_at);
CREATE INDEX subscriptions_by_time ON subscriptions (project_id, created_at DESC, id DESC);

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
