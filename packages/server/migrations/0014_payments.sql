-- The account at the card provider, once one was set up, and the name by which purchase codes and the provider know the
-- project.
ALTER TABLE projects
  ADD COLUMN stripe_account_id text,
  ADD COLUMN tenancy_id uuid NOT NULL DEFAULT gen_random_uuid();
CREATE UNIQUE INDEX projects_by_tenancy ON projects (tenancy_id);
CREATE UNIQUE INDEX projects_by_stripe_account ON projects (stripe_account_id);

-- One for each item and customer that ever had some of it by hand. A customer is a user, a team, or whatever text an app
-- calls its own customers by, so there is no foreign key. Whoever changes the quantity holds the row until the end.
CREATE TABLE item_ledgers (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  customer_type text NOT NULL CHECK (customer_type IN ('user', 'team', 'custom')),
  customer_id text NOT NULL,
  item_id text NOT NULL,
  -- Changes are in the order in which they were made, whatever the clocks of the servers say.
  latest_at timestamptz NOT NULL,
  first_debit_at timestamptz,
  -- What the long way to this moment came to, for what was held then: see `item_quantity`.
  checkpoint_at bigint,
  checkpoint_peak numeric,
  checkpoint_of text,
  PRIMARY KEY (project_id, id)
);
CREATE UNIQUE INDEX item_ledgers_by_customer ON item_ledgers (project_id, customer_type, customer_id, item_id);

-- What was added and taken by hand.
CREATE TABLE item_changes (
  project_id text NOT NULL,
  id uuid NOT NULL,
  ledger_id bigint NOT NULL,
  customer_type text NOT NULL,
  customer_id text NOT NULL,
  item_id text NOT NULL,
  delta integer NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  description text,
  -- A debit whose time is over counts as if it had never been. This one has been taken out of the nodes below.
  is_settled boolean NOT NULL DEFAULT false,
  PRIMARY KEY (project_id, id),
  FOREIGN KEY (project_id, ledger_id) REFERENCES item_ledgers ON DELETE CASCADE
);
CREATE INDEX item_changes_by_time ON item_changes (project_id, created_at DESC, id DESC);

-- In UTC, because only then the database knows that the answer is always the same, and writes it out where it is used.
CREATE FUNCTION to_millis(moment timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT floor(extract(epoch FROM moment AT TIME ZONE 'UTC') * 1000)::bigint
$$;

-- Without the project, which the ledger has: so these and no other indexes serve the ledgers, whatever the statistics say.
CREATE INDEX item_changes_by_creation ON item_changes (ledger_id, to_millis(created_at));
CREATE INDEX item_changes_by_end_of_grant ON item_changes (ledger_id, to_millis(expires_at))
  WHERE delta > 0 AND expires_at IS NOT NULL;
CREATE INDEX item_changes_by_end_of_debit ON item_changes (ledger_id, expires_at)
  WHERE delta < 0 AND NOT is_settled AND expires_at IS NOT NULL;

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

-- Whatever a user or team had as a customer goes with them.
CREATE FUNCTION delete_customers() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_type text := TG_ARGV[0];
BEGIN
  DELETE FROM item_ledgers x USING gone
  WHERE x.project_id = gone.project_id AND x.customer_type = of_type AND x.customer_id = gone.id::text;
  DELETE FROM subscriptions x USING gone
  WHERE x.project_id = gone.project_id AND x.customer_type = of_type AND x.customer_id = gone.id::text;
  DELETE FROM one_time_purchases x USING gone
  WHERE x.project_id = gone.project_id AND x.customer_type = of_type AND x.customer_id = gone.id::text;
  RETURN NULL;
END
$$;
CREATE TRIGGER delete_customers AFTER DELETE ON users REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION delete_customers('user');
CREATE TRIGGER delete_customers AFTER DELETE ON teams REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION delete_customers('team');

-- How much of an item a customer has
--
-- With G granted so far, N spent, and X the part of the grants whose time is over, what was used up is at every moment the
-- larger of what it was before plus what is spent then, and X: an expiry takes only what was not spent before. Worked out
-- over all moments, that is
--
--   quantity = G - N - max(0, the highest X - N at any moment)
--
-- so that sums and one maximum are all that has to be known of a stretch of time. Nodes keep them: those of level 1 for
-- 256 milliseconds, those of each level above for 32 below. A quantity is read from the few that lie between the moments
-- at which something else happens (subscriptions are not in here, because they count as they are configured now), and
-- from the changes around those moments. However long the history, that is about the same number of rows.
--
-- Time is counted in milliseconds here.

CREATE TABLE item_ledger_nodes (
  project_id text NOT NULL,
  ledger_id bigint NOT NULL,
  level smallint NOT NULL,
  -- The moment divided by the length of the nodes of this level.
  bucket bigint NOT NULL,
  granted bigint NOT NULL,
  spent bigint NOT NULL,
  expired bigint NOT NULL,
  -- The highest of expired - spent, counted from the start of the node, at any moment in it.
  peak bigint NOT NULL,
  PRIMARY KEY (project_id, ledger_id, level, bucket),
  FOREIGN KEY (project_id, ledger_id) REFERENCES item_ledgers ON DELETE CASCADE
);

-- The length of a node as a power of two.
CREATE FUNCTION item_node_shift(level integer) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT 3 + 5 * level
$$;

-- What happened in each moment of a stretch of time.
CREATE FUNCTION item_moments(of_ledger bigint, from_at bigint, until_at bigint)
RETURNS TABLE (at bigint, granted bigint, spent bigint, expired bigint) LANGUAGE sql STABLE AS $$
  SELECT to_millis(created_at), greatest(delta, 0)::bigint, greatest(-delta::bigint, 0), 0::bigint
  FROM item_changes
  WHERE ledger_id = of_ledger AND to_millis(created_at) >= from_at AND to_millis(created_at) < until_at
    AND NOT is_settled
  UNION ALL
  SELECT to_millis(expires_at), 0, 0, delta
  FROM item_changes
  WHERE ledger_id = of_ledger AND to_millis(expires_at) >= from_at AND to_millis(expires_at) < until_at
    AND delta > 0 AND expires_at IS NOT NULL
$$;

-- Works out the nodes again that these moments are in.
CREATE FUNCTION refresh_item_nodes(of_project text, of_ledger bigint, moments bigint[]) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  buckets bigint[];
BEGIN
  UPDATE item_ledgers SET checkpoint_at = NULL
  WHERE project_id = of_project AND id = of_ledger AND checkpoint_at >= (SELECT min(at) FROM unnest(moments) AS at);
  SELECT array_agg(DISTINCT at >> item_node_shift(1)) INTO buckets FROM unnest(moments) AS at;
  INSERT INTO item_ledger_nodes AS old (project_id, ledger_id, level, bucket, granted, spent, expired, peak)
  SELECT of_project, of_ledger, 1, bucket,
    coalesce(sum(granted), 0), coalesce(sum(spent), 0), coalesce(sum(expired), 0), coalesce(max(net), 0)
  FROM (
    SELECT b.bucket, sum(m.granted) AS granted, sum(m.spent) AS spent, sum(m.expired) AS expired,
      sum(sum(m.expired - m.spent)) OVER (PARTITION BY b.bucket ORDER BY m.at) AS net
    FROM unnest(buckets) AS b (bucket)
    LEFT JOIN LATERAL item_moments(
      of_ledger, b.bucket << item_node_shift(1), (b.bucket + 1) << item_node_shift(1)
    ) AS m ON true
    GROUP BY b.bucket, m.at
  ) AS moments_in_buckets
  GROUP BY bucket
  ON CONFLICT (project_id, ledger_id, level, bucket) DO UPDATE
  SET granted = excluded.granted, spent = excluded.spent, expired = excluded.expired, peak = excluded.peak;

  FOR parent IN 2..7 LOOP
    SELECT array_agg(DISTINCT b >> 5) INTO buckets FROM unnest(buckets) AS b;
    INSERT INTO item_ledger_nodes AS old (project_id, ledger_id, level, bucket, granted, spent, expired, peak)
    SELECT of_project, of_ledger, parent, bucket, sum(granted), sum(spent), sum(expired), max(peak)
    FROM (
      SELECT b.bucket, n.granted, n.spent, n.expired,
        sum(n.expired - n.spent) OVER (PARTITION BY b.bucket ORDER BY n.bucket) - (n.expired - n.spent) + n.peak AS peak
      FROM unnest(buckets) AS b (bucket) CROSS JOIN LATERAL (
        SELECT * FROM item_ledger_nodes
        WHERE project_id = of_project AND ledger_id = of_ledger
          AND level = parent - 1 AND bucket BETWEEN b.bucket << 5 AND (b.bucket << 5) + 31
        OFFSET 0
      ) AS n
    ) AS children
    GROUP BY bucket
    ON CONFLICT (project_id, ledger_id, level, bucket) DO UPDATE
    SET granted = excluded.granted, spent = excluded.spent, expired = excluded.expired, peak = excluded.peak;
  END LOOP;
END
$$;

CREATE FUNCTION enter_item_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  entry record;
BEGIN
  FOR entry IN
    SELECT project_id, ledger_id, max(created_at) AS latest_at,
      min(created_at) FILTER (WHERE delta < 0) AS first_debit_at, array_agg(to_millis(created_at)) ||
        coalesce(array_agg(to_millis(expires_at)) FILTER (WHERE delta > 0 AND expires_at IS NOT NULL), '{}') AS moments
    FROM added GROUP BY 1, 2 ORDER BY 1, 2
  LOOP
    UPDATE item_ledgers
    SET latest_at = greatest(latest_at, entry.latest_at), first_debit_at = least(first_debit_at, entry.first_debit_at)
    WHERE project_id = entry.project_id AND id = entry.ledger_id;
    PERFORM refresh_item_nodes(entry.project_id, entry.ledger_id, entry.moments);
  END LOOP;
  RETURN NULL;
END
$$;
CREATE TRIGGER enter_item_changes AFTER INSERT ON item_changes REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION enter_item_changes();

-- Takes debits out of the nodes whose time is over. True if there were more than one statement should deal with.
CREATE FUNCTION settle_item_ledger(of_project text, of_ledger bigint, now_at timestamptz) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  moments bigint[];
BEGIN
  PERFORM FROM item_ledgers WHERE project_id = of_project AND id = of_ledger FOR UPDATE;
  WITH settled AS (
    UPDATE item_changes SET is_settled = true
    WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM item_changes
      WHERE ledger_id = of_ledger AND delta < 0 AND NOT is_settled AND expires_at <= now_at
      ORDER BY expires_at LIMIT 1000
    ))
    RETURNING created_at
  )
  SELECT array_agg(to_millis(created_at)) INTO moments FROM settled;
  IF moments IS NULL THEN RETURN false; END IF;
  PERFORM refresh_item_nodes(of_project, of_ledger, moments);
  RETURN cardinality(moments) = 1000;
END
$$;

-- `[2, "week"]` as 14 days, `[1, "year"]` as 12 months, and what never repeats as 0. Longer than anybody waits is long enough.
CREATE FUNCTION read_repeat(repeat jsonb, OUT every bigint, OUT unit text) LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN jsonb_typeof(repeat) = 'array'
      THEN least((repeat ->> 0)::numeric, 10000)::bigint * CASE repeat ->> 1 WHEN 'week' THEN 7 WHEN 'year' THEN 12 ELSE 1 END
      ELSE 0 END,
    CASE WHEN repeat ->> 1 IN ('month', 'year') THEN 'month' ELSE 'day' END
$$;

-- A number of days or months later. The days of a month that is too short run into the next one.
CREATE FUNCTION after_interval(anchor timestamptz, steps bigint, unit text) RETURNS timestamptz
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE unit
    WHEN 'day' THEN anchor AT TIME ZONE 'UTC' + steps * interval '24 hours'
    ELSE date_trunc('month', anchor AT TIME ZONE 'UTC') + make_interval(months => steps::integer)
      + (anchor AT TIME ZONE 'UTC' - date_trunc('month', anchor AT TIME ZONE 'UTC'))
  END AT TIME ZONE 'UTC'
$$;

-- How often the whole interval fits between the two moments; -1 if the first is the later one.
CREATE FUNCTION count_intervals(anchor timestamptz, until_at timestamptz, every bigint, unit text) RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN until_at < anchor THEN -1
    WHEN unit = 'day' THEN (to_millis(until_at) - to_millis(anchor)) / (every * 86400000)
    ELSE (
      SELECT max(count) FROM generate_series(greatest(0, guess.count - 3), guess.count) AS count
      WHERE after_interval(anchor, count * every, unit) <= until_at
    )
  END
  FROM (
    SELECT (
      (extract(year FROM until_at AT TIME ZONE 'UTC') - extract(year FROM anchor AT TIME ZONE 'UTC')) * 12
      + extract(month FROM until_at AT TIME ZONE 'UTC') - extract(month FROM anchor AT TIME ZONE 'UTC')
    )::bigint / every AS count
  ) AS guess
$$;

-- The quantity at a moment, or NaN as long as there are debits to settle or others are faster: then ask again. Offers are those of the settings
-- that include the item, as `payments/ledger.ts` writes them. Whoever holds the ledger leaves a checkpoint, so that the many
-- moments at which a daily allowance ended are not looked at for ever.
CREATE FUNCTION item_quantity(
  of_project text, of_type text, of_customer text, of_item text, offers jsonb, given_now timestamptz, is_locked boolean
) RETURNS numeric LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  ledger item_ledgers;
  now_at timestamptz := date_trunc('milliseconds', given_now);
  horizon timestamptz;
  held numeric;
  cuts bigint[];
  amounts numeric[];
  hash text;
  total numeric;
  highest numeric;
  highest_until_cut numeric;
  last_checkpoint bigint;
  last_cut bigint;
  unspent_since bigint;
  is_same boolean;
BEGIN
  SELECT * INTO ledger FROM item_ledgers
  WHERE project_id = of_project AND customer_type = of_type AND customer_id = of_customer AND item_id = of_item;
  now_at := greatest(now_at, ledger.latest_at);
  IF EXISTS (
    SELECT FROM item_changes
    WHERE ledger_id = ledger.id AND delta < 0 AND NOT is_settled AND expires_at <= now_at
  ) AND settle_item_ledger(of_project, ledger.id, now_at) THEN
    RETURN 'NaN';
  END IF;

  SELECT least(ledger.first_debit_at, min(created_at)) INTO horizon
  FROM one_time_purchases
  WHERE project_id = of_project AND customer_type = of_type AND customer_id = of_customer
    AND (offer #>> ARRAY['includedItems', of_item, 'quantity'])::numeric < 0;

  WITH included AS (
    SELECT * FROM jsonb_to_recordset(offers)
      AS o (offer_id text, quantity numeric, repeat jsonb, expires text, replacements text[])
    CROSS JOIN LATERAL read_repeat(repeat)
  ), bought AS (
    SELECT s.*, s.offer #> ARRAY['includedItems', of_item] AS own
    FROM subscriptions s
    WHERE s.project_id = of_project AND s.customer_type = of_type AND s.customer_id = of_customer
      AND s.status NOT IN ('incomplete', 'incomplete_expired')
  ), grants AS (
    -- What is in the settings counts as it is there now; what was made up for the purchase, as it was then.
    SELECT i.quantity * b.quantity AS amount, i.every, i.unit, i.expires,
      b.created_at, b.period_start, b.period_end, least(now_at, b.period_end) AS until_at
    FROM bought b JOIN included i ON i.offer_id = b.offer_id
    WHERE b.period_start <= now_at
    UNION ALL
    SELECT (own ->> 'quantity')::numeric * b.quantity, r.every, r.unit, own ->> 'expires',
      b.created_at, b.period_start, b.period_end, least(now_at, b.period_end)
    FROM bought b CROSS JOIN LATERAL read_repeat(b.own -> 'repeat') AS r
    WHERE b.offer_id IS NULL AND b.own IS NOT NULL AND b.period_start <= now_at
    UNION ALL
    SELECT i.quantity, i.every, i.unit, i.expires, start, start, 'infinity', now_at
    FROM included i CROSS JOIN (VALUES (timestamptz '1973-01-01 12:00:00+00')) AS always (start)
    WHERE i.replacements IS NOT NULL AND NOT EXISTS (
      SELECT FROM bought b WHERE b.offer_id = ANY (i.replacements)
        AND (b.status IN ('active', 'trialing') OR (b.period_start <= now_at AND now_at < b.period_end))
    )
  ), counted AS (
    SELECT g.*,
      CASE
        WHEN every = 0 THEN 1
        -- What stays when the period ends goes on from the beginning, and not again from each renewal.
        WHEN expires = 'never' THEN count_intervals(least(created_at, period_start), until_at, every, unit) + 1
        WHEN expires = 'when-repeated' THEN count_intervals(created_at, until_at, every, unit) + 1
        ELSE count_intervals(period_start, until_at, every, unit) + 1
      END AS times
    FROM grants g WHERE amount > 0
  ), purchases AS (
    SELECT created_at, (offer #>> ARRAY['includedItems', of_item, 'quantity'])::numeric * quantity AS amount
    FROM one_time_purchases
    WHERE project_id = of_project AND customer_type = of_type AND customer_id = of_customer AND created_at <= now_at
  ), known AS (
    SELECT held_since, CASE WHEN held_since = ledger.checkpoint_of AND ledger.checkpoint_at <= to_millis(now_at)
      THEN ledger.checkpoint_at END AS checkpoint
    FROM (
      SELECT md5(concat(
        (SELECT jsonb_agg(to_jsonb(g) - 'until_at' ORDER BY g) FROM grants g),
        (SELECT jsonb_agg(p ORDER BY p) FROM purchases p WHERE amount < 0)
      )) AS held_since
    ) AS hashed
  ), windows AS (
    -- As long as nothing was spent, and before the checkpoint, only the last of the windows that are over can matter.
    SELECT c.*, greatest(0, count_intervals(created_at, least(now_at, greatest(
        horizon, timestamptz 'epoch' + (checkpoint + 1) * interval '1 millisecond'
      ) - interval '1 millisecond'), every, unit)) AS merged, least(times, count_intervals(created_at, now_at, every, unit)) AS ended
    FROM counted c CROSS JOIN known WHERE every > 0 AND expires = 'when-repeated' AND times > 0
  ), elsewhere AS (
    SELECT to_millis(period_end) AS at, amount * times AS amount FROM counted
    WHERE expires = 'when-purchase-expires' AND period_end <= now_at
    UNION ALL
    SELECT to_millis(after_interval(created_at, count * every, unit)), amount * CASE count WHEN first THEN first ELSE 1 END
    FROM windows CROSS JOIN LATERAL (VALUES (greatest(1, least(merged, ended)))) AS f (first)
    CROSS JOIN LATERAL generate_series(first, ended) AS count
    UNION ALL
    SELECT to_millis(created_at), amount FROM purchases WHERE amount < 0
  )
  SELECT
    coalesce((SELECT sum(amount * times) FROM counted), 0) + coalesce((SELECT sum(amount) FROM purchases), 0),
    coalesce(array_agg(at), '{}'), coalesce(array_agg(amount), '{}'),
    (SELECT k.held_since FROM known k), (SELECT k.checkpoint FROM known k)
  INTO held, cuts, amounts, hash, last_checkpoint FROM elsewhere;

  -- What came before the checkpoint is one moment, and so is what came after the last change: nothing is spent there.
  SELECT max(at) INTO last_cut FROM unnest(cuts) AS at;
  unspent_since := CASE WHEN 0 <= ALL (amounts) THEN coalesce(to_millis(ledger.latest_at), 0) END;
  SELECT coalesce(array_agg(at), '{}'), coalesce(array_agg(amount), '{}') INTO cuts, amounts
  FROM (
    SELECT at, sum(amount) AS amount
    FROM (
      SELECT c.amount, CASE
        WHEN c.at > unspent_since THEN last_cut
        ELSE greatest(c.at, last_checkpoint)
      END AS at
      FROM unnest(cuts, amounts) AS c (at, amount)
    ) AS moved GROUP BY at
  ) AS merged;

  -- Nodes in which one of these moments or the present lies are opened: what is below is looked at instead.
  WITH opened AS (
    SELECT DISTINCT level, at >> item_node_shift(level) AS bucket
    FROM unnest(cuts || to_millis(now_at)) AS at CROSS JOIN generate_series(1, 7) AS level
  ), pieces AS (
    SELECT bucket << item_node_shift(level) AS at, sum(balance) AS balance, sum(net) AS net, sum(peak) AS peak
    FROM (
      SELECT level::integer, bucket, granted - spent AS balance, expired - spent AS net, peak, false AS is_opened
      FROM item_ledger_nodes WHERE project_id = of_project AND ledger_id = ledger.id AND level = 7
      UNION ALL
      SELECT n.level, n.bucket, n.granted - n.spent, n.expired - n.spent, n.peak, false
      FROM opened o CROSS JOIN LATERAL (
        SELECT * FROM item_ledger_nodes
        WHERE project_id = of_project AND ledger_id = ledger.id AND level = o.level - 1
          AND bucket BETWEEN o.bucket << 5 AND (o.bucket << 5) + 31
        OFFSET 0
      ) AS n WHERE o.level > 1
      UNION ALL
      SELECT level, bucket, 0, 0, 0, true FROM opened
    ) AS nodes
    WHERE bucket <= to_millis(now_at) >> item_node_shift(level)
    GROUP BY level, bucket HAVING NOT bool_or(is_opened)
    UNION ALL
    SELECT at, sum(balance), sum(net), sum(net)
    FROM (
      SELECT m.at, m.granted - m.spent AS balance, m.expired - m.spent AS net
      FROM opened o CROSS JOIN LATERAL item_moments(
        ledger.id, o.bucket << item_node_shift(1), least((o.bucket + 1) << item_node_shift(1), to_millis(now_at) + 1)
      ) AS m
      WHERE o.level = 1
      UNION ALL
      SELECT at, 0, amount FROM unnest(cuts, amounts) AS c (at, amount)
    ) AS moments GROUP BY at
  )
  SELECT coalesce(sum(w.balance), 0), max(w.peak), max(w.peak) FILTER (WHERE at <= last_cut),
    coalesce((
      SELECT (l.latest_at, l.checkpoint_at, l.checkpoint_of)
        IS NOT DISTINCT FROM (ledger.latest_at, ledger.checkpoint_at, ledger.checkpoint_of)
      FROM item_ledgers l WHERE l.project_id = of_project AND l.id = ledger.id
    ), true)
  INTO total, highest, highest_until_cut, is_same
  FROM (SELECT at, p.balance, sum(p.net) OVER (ORDER BY at) - p.net + p.peak AS peak FROM pieces p) AS w;
  -- Somebody changed it while we were looking at it in several statements.
  IF NOT is_same THEN RETURN 'NaN'; END IF;

  IF last_checkpoint IS NOT NULL THEN
    highest := greatest(highest, ledger.checkpoint_peak);
    highest_until_cut := greatest(highest_until_cut, ledger.checkpoint_peak);
  END IF;
  IF is_locked AND cardinality(cuts) > 20 THEN
    UPDATE item_ledgers
    SET checkpoint_of = hash, checkpoint_at = last_cut, checkpoint_peak = highest_until_cut
    WHERE project_id = of_project AND id = ledger.id;
  END IF;
  RETURN held + total - greatest(0, highest);
END
$$;
