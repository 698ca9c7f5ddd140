-- Quantities of items: purchases and what is over are entered into the ledgers, so that reading one costs the same however
-- much was bought, and a change of plan changes nothing about the time before it.

-- What a subscription was to before its offer or its quantity was changed. Whoever changes it writes the moment into
-- `held_since`; null is since it began. `offer_since` is the last change of the offer.
ALTER TABLE subscriptions ADD COLUMN held_since timestamptz, ADD COLUMN offer_since timestamptz;
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

CREATE FUNCTION keep_former_plan() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.offer_id IS DISTINCT FROM NEW.offer_id THEN NEW.offer_since := NEW.held_since; END IF;
  -- What was never paid for was never held, and what was replaced in the moment in which it came, neither.
  IF NEW.held_since > coalesce(OLD.held_since, '-infinity') AND OLD.status NOT IN ('incomplete', 'incomplete_expired') THEN
    INSERT INTO former_plans (project_id, subscription_id, held_since, held_until, offer_id, offer, quantity)
    VALUES (OLD.project_id, OLD.id, coalesce(OLD.held_since, '-infinity'), NEW.held_since,
      OLD.offer_id, OLD.offer, OLD.quantity);
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER keep_former_plan BEFORE UPDATE ON subscriptions FOR EACH ROW
  WHEN ((OLD.held_since, OLD.offer_id) IS DISTINCT FROM (NEW.held_since, NEW.offer_id))
  EXECUTE FUNCTION keep_former_plan();

CREATE INDEX subscriptions_by_end ON subscriptions (project_id, customer_type, customer_id, period_end);
CREATE INDEX subscriptions_by_active_offer ON subscriptions (project_id, customer_type, customer_id, offer_id)
  WHERE status IN ('active', 'trialing');

-- Subscriptions that ended until `entered_until` are among the entries, counted by the settings that `entered_of` stands
-- for. Whatever changes an entry or a node counts up `version`.
ALTER TABLE item_ledgers
  ADD COLUMN version bigint NOT NULL DEFAULT 0,
  ADD COLUMN entered_until timestamptz,
  ADD COLUMN entered_of text,
  ADD COLUMN last_debit_at timestamptz;
UPDATE item_ledgers SET last_debit_at = latest_at WHERE first_debit_at IS NOT NULL;

-- What purchases and subscriptions that are over gave and took, besides the changes by hand.
CREATE TABLE item_entries (
  project_id text NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  ledger_id bigint NOT NULL,
  -- In milliseconds.
  at bigint NOT NULL,
  granted numeric NOT NULL DEFAULT 0,
  spent numeric NOT NULL DEFAULT 0,
  expired numeric NOT NULL DEFAULT 0,
  -- The end of the subscription. Null for purchases, whose entries stay.
  subscription_end timestamptz,
  PRIMARY KEY (project_id, id),
  FOREIGN KEY (project_id, ledger_id) REFERENCES item_ledgers ON DELETE CASCADE
);
CREATE INDEX item_entries_by_moment ON item_entries (ledger_id, at);
CREATE INDEX item_entries_by_end ON item_entries (ledger_id, subscription_end) WHERE subscription_end IS NOT NULL;

-- Offers may include parts of an item.
ALTER TABLE item_ledger_nodes
  ALTER COLUMN granted TYPE numeric, ALTER COLUMN spent TYPE numeric,
  ALTER COLUMN expired TYPE numeric, ALTER COLUMN peak TYPE numeric;

DROP FUNCTION item_moments;
CREATE FUNCTION item_moments(of_ledger bigint, from_at bigint, until_at bigint)
RETURNS TABLE (at bigint, granted numeric, spent numeric, expired numeric) LANGUAGE sql STABLE AS $$
  SELECT to_millis(created_at), greatest(delta, 0)::numeric, greatest(-delta::numeric, 0), 0::numeric
  FROM item_changes
  WHERE ledger_id = of_ledger AND to_millis(created_at) >= from_at AND to_millis(created_at) < until_at
    AND NOT is_settled
  UNION ALL
  SELECT to_millis(expires_at), 0, 0, delta
  FROM item_changes
  WHERE ledger_id = of_ledger AND to_millis(expires_at) >= from_at AND to_millis(expires_at) < until_at
    AND delta > 0 AND expires_at IS NOT NULL
  UNION ALL
  SELECT e.at, e.granted, e.spent, e.expired
  FROM item_entries e WHERE ledger_id = of_ledger AND e.at >= from_at AND e.at < until_at
$$;

-- Works out the nodes again that these moments are in. Whoever calls it holds the ledger.
CREATE OR REPLACE FUNCTION refresh_item_nodes(of_project text, of_ledger bigint, moments bigint[]) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  buckets bigint[];
BEGIN
  UPDATE item_ledgers
  SET version = version + 1,
    checkpoint_at = CASE WHEN checkpoint_at < (SELECT min(at) FROM unnest(moments) AS at) THEN checkpoint_at END
  WHERE project_id = of_project AND id = of_ledger;
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

CREATE OR REPLACE FUNCTION enter_item_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  entry record;
BEGIN
  FOR entry IN
    SELECT project_id, ledger_id, max(created_at) AS latest_at,
      min(created_at) FILTER (WHERE delta < 0) AS first_debit_at,
      max(created_at) FILTER (WHERE delta < 0) AS last_debit_at, array_agg(to_millis(created_at)) ||
        coalesce(array_agg(to_millis(expires_at)) FILTER (WHERE delta > 0 AND expires_at IS NOT NULL), '{}') AS moments
    FROM added GROUP BY 1, 2 ORDER BY 1, 2
  LOOP
    UPDATE item_ledgers
    SET latest_at = greatest(latest_at, entry.latest_at),
      first_debit_at = least(first_debit_at, entry.first_debit_at),
      last_debit_at = greatest(last_debit_at, entry.last_debit_at)
    WHERE project_id = entry.project_id AND id = entry.ledger_id;
    PERFORM refresh_item_nodes(entry.project_id, entry.ledger_id, entry.moments);
  END LOOP;
  RETURN NULL;
END
$$;

-- One-time purchases count as they were made, so they are entered at once. Ledgers of a customer are always taken in the
-- order of their items, so that nobody waits for somebody who waits for them.
CREATE FUNCTION enter_purchases() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  entry record;
  ledger bigint;
BEGIN
  FOR entry IN
    SELECT p.project_id, p.customer_type, p.customer_id, item.key AS item_id,
      array_agg(to_millis(p.created_at) ORDER BY p.id) AS moments,
      array_agg((item.value ->> 'quantity')::numeric * p.quantity ORDER BY p.id) AS amounts,
      max(p.created_at) AS latest_at,
      min(p.created_at) FILTER (WHERE (item.value ->> 'quantity')::numeric < 0) AS first_debit_at,
      max(p.created_at) FILTER (WHERE (item.value ->> 'quantity')::numeric < 0) AS last_debit_at
    FROM added p CROSS JOIN LATERAL jsonb_each(
      CASE jsonb_typeof(p.offer -> 'includedItems') WHEN 'object' THEN p.offer -> 'includedItems' ELSE '{}' END
    ) AS item
    WHERE (item.value ->> 'quantity')::numeric <> 0
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  LOOP
    INSERT INTO item_ledgers AS l (
      project_id, customer_type, customer_id, item_id, latest_at, first_debit_at, last_debit_at
    ) VALUES (
      entry.project_id, entry.customer_type, entry.customer_id, entry.item_id,
      entry.latest_at, entry.first_debit_at, entry.last_debit_at
    )
    ON CONFLICT (project_id, customer_type, customer_id, item_id) DO UPDATE
    SET latest_at = greatest(l.latest_at, excluded.latest_at),
      first_debit_at = least(l.first_debit_at, excluded.first_debit_at),
      last_debit_at = greatest(l.last_debit_at, excluded.last_debit_at)
    RETURNING id INTO ledger;
    INSERT INTO item_entries (project_id, ledger_id, at, granted, spent)
    SELECT entry.project_id, ledger, at, greatest(amount, 0), greatest(-amount, 0)
    FROM unnest(entry.moments, entry.amounts) AS e (at, amount);
    PERFORM refresh_item_nodes(entry.project_id, ledger, entry.moments);
  END LOOP;
  RETURN NULL;
END
$$;
CREATE TRIGGER enter_purchases AFTER INSERT ON one_time_purchases REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION enter_purchases();
-- Those that were made before go the same way.
CREATE TEMPORARY TABLE earlier_purchases ON COMMIT DROP AS TABLE one_time_purchases;
DELETE FROM one_time_purchases;
INSERT INTO one_time_purchases SELECT * FROM earlier_purchases;

-- Takes out what was entered of subscriptions that ended at this moment or later. They are read one by one again, until
-- they are entered again.
CREATE FUNCTION take_back_entries(of_project text, of_ledger bigint, since timestamptz) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  moments bigint[];
BEGIN
  WITH gone AS (
    DELETE FROM item_entries WHERE ledger_id = of_ledger AND subscription_end >= since RETURNING at
  )
  SELECT array_agg(at) INTO moments FROM gone;
  UPDATE item_ledgers SET entered_until = since - interval '1 microsecond', version = version + 1
  WHERE project_id = of_project AND id = of_ledger;
  IF moments IS NOT NULL THEN PERFORM refresh_item_nodes(of_project, of_ledger, moments); END IF;
END
$$;

-- Ledgers last: who enters something holds what it came from.
CREATE OR REPLACE FUNCTION delete_customers() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_type text := TG_ARGV[0];
BEGIN
  DELETE FROM subscriptions x USING gone
  WHERE x.project_id = gone.project_id AND x.customer_type = of_type AND x.customer_id = gone.id::text;
  DELETE FROM one_time_purchases x USING gone
  WHERE x.project_id = gone.project_id AND x.customer_type = of_type AND x.customer_id = gone.id::text;
  DELETE FROM item_ledgers x USING gone
  WHERE x.project_id = gone.project_id AND x.customer_type = of_type AND x.customer_id = gone.id::text;
  RETURN NULL;
END
$$;

-- `[2, "week"]` as 14 days, `[1, "year"]` as 12 months, and what never repeats as 0. Numbers of days and months that lead
-- beyond all dates are all the same.
CREATE OR REPLACE FUNCTION read_repeat(repeat jsonb, OUT every bigint, OUT unit text) LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN jsonb_typeof(repeat) = 'array'
      THEN least((repeat ->> 0)::numeric * CASE repeat ->> 1 WHEN 'week' THEN 7 WHEN 'year' THEN 12 ELSE 1 END, 200000000)
      ELSE 0 END::bigint,
    CASE WHEN repeat ->> 1 IN ('month', 'year') THEN 'month' ELSE 'day' END
$$;

-- A number of days or months later. The days of a month that is too short run into the next one. Beyond the dates that
-- there are it is never.
CREATE OR REPLACE FUNCTION after_interval(anchor timestamptz, steps bigint, unit text) RETURNS timestamptz
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN steps > CASE unit WHEN 'day' THEN 100000000 ELSE 3285000 END THEN 'infinity'
    WHEN unit = 'day' THEN anchor AT TIME ZONE 'UTC' + steps * interval '24 hours'
    ELSE date_trunc('month', anchor AT TIME ZONE 'UTC') + make_interval(months => steps::integer)
      + (anchor AT TIME ZONE 'UTC' - date_trunc('month', anchor AT TIME ZONE 'UTC'))
  END AT TIME ZONE 'UTC'
$$;

-- What subscriptions that end within the given time give, as numbers of intervals that each give the same.
--
-- Intervals are counted from the anchor. What stays for good ('never') and what ends with its interval ('repeat') is given
-- once in each, and stays given: if the plan or its quantity changed in an interval, the largest counts. So a change gives
-- nothing for the time before it, takes nothing away, and going back and forth gives nothing twice. What ends with the
-- purchase ends with the plan, too: only what is held now counts, each interval as it was at its end.
CREATE FUNCTION held_grants(
  of_project text, of_type text, of_customer text, of_item text, offers jsonb, now_at timestamptz,
  after_end timestamptz, until_end timestamptz
) RETURNS TABLE (
  kind text, anchor timestamptz, period_end timestamptz, every bigint, unit text, first bigint, last bigint, amount numeric
) LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH plans AS (
    SELECT s.id, s.created_at, s.period_start, s.period_end, p.*
    FROM subscriptions s CROSS JOIN LATERAL (
      SELECT s.offer_id, s.offer, s.quantity, coalesce(s.held_since, '-infinity') AS held_since,
        timestamptz 'infinity' AS held_until, true AS is_of_same_offer
      UNION ALL
      SELECT f.offer_id, f.offer, f.quantity, f.held_since, f.held_until,
        f.held_since >= coalesce(s.offer_since, '-infinity')
      FROM former_plans f WHERE f.project_id = of_project AND f.subscription_id = s.id
    ) AS p
    WHERE s.project_id = of_project AND s.customer_type = of_type AND s.customer_id = of_customer
      AND s.period_end > after_end AND s.period_end <= until_end AND s.period_start <= now_at
      AND s.status NOT IN ('incomplete', 'incomplete_expired')
  ), given AS (
    -- What is in the settings counts as it is there now; what was made up for the purchase, as it was then.
    SELECT p.*, o.quantity * p.quantity AS amount, o.repeat, o.expires
    FROM plans p JOIN jsonb_to_recordset(offers) AS o (offer_id text, quantity numeric, repeat jsonb, expires text)
      ON o.offer_id = p.offer_id
    UNION ALL
    SELECT p.*, (own ->> 'quantity')::numeric * p.quantity, own -> 'repeat', own ->> 'expires'
    FROM plans p CROSS JOIN LATERAL (SELECT p.offer #> ARRAY['includedItems', of_item]) AS i (own)
    WHERE p.offer_id IS NULL AND own IS NOT NULL
  ), anchored AS (
    SELECT g.*, r.every, r.unit, k.kind, a.anchor, greatest(g.held_since, a.anchor) AS given_since,
      least(g.held_until - interval '1 microsecond', g.period_end, now_at) AS given_until
    FROM given g CROSS JOIN LATERAL read_repeat(g.repeat) AS r
    CROSS JOIN LATERAL (SELECT kind_of_grant(g.expires, r.every)) AS k (kind)
    CROSS JOIN LATERAL (
      SELECT CASE k.kind
        WHEN 'purchase' THEN g.period_start
        WHEN 'repeat' THEN g.created_at
        -- What stays when the period ends goes on from the beginning, and not again from each renewal.
        ELSE least(g.created_at, g.period_start)
      END
    ) AS a (anchor)
    WHERE g.amount > 0 AND (k.kind <> 'purchase' OR g.is_of_same_offer)
  ), counted AS (
    SELECT a.*, count_intervals(a.anchor, a.given_since, a.every, a.unit) AS first,
      count_intervals(a.anchor, a.given_until, a.every, a.unit) AS last
    FROM anchored a WHERE a.given_since <= a.given_until
  )
  -- Only the first and the last interval of a plan can be those of another one, too.
  SELECT c.kind, c.anchor, c.period_end, c.every, c.unit, w.first, w.last,
    CASE c.kind WHEN 'purchase' THEN (array_agg(c.amount ORDER BY c.held_since DESC))[1] ELSE max(c.amount) END
  FROM counted c CROSS JOIN LATERAL (
    VALUES (c.first, c.first), (c.first + 1, c.last - 1), (greatest(c.last, c.first + 1), c.last)
  ) AS w (first, last)
  WHERE w.first <= w.last
  GROUP BY c.id, c.kind, c.anchor, c.period_end, c.every, c.unit, w.first, w.last;
END
$$;

CREATE FUNCTION kind_of_grant(expires text, every bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN expires = 'when-purchase-expires' THEN 'purchase'
    WHEN expires = 'when-repeated' AND every > 0 THEN 'repeat'
    ELSE 'never'
  END
$$;

-- How often the whole interval fits between the two moments; -1 if the first is the later one. What never repeats is in
-- its first interval for ever.
CREATE OR REPLACE FUNCTION count_intervals(anchor timestamptz, until_at timestamptz, every bigint, unit text)
RETURNS bigint LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  first timestamp := anchor AT TIME ZONE 'UTC';
  last timestamp := until_at AT TIME ZONE 'UTC';
  count bigint;
BEGIN
  IF last < first THEN RETURN -1; END IF;
  IF every = 0 THEN RETURN 0; END IF;
  IF unit = 'day' THEN RETURN (to_millis(until_at) - to_millis(anchor)) / (every * 86400000); END IF;
  count := (extract(year FROM last) - extract(year FROM first)) * 12 + extract(month FROM last) - extract(month FROM first);
  count := count / every;
  WHILE count > 0 AND after_interval(anchor, count * every, unit) > until_at LOOP count := count - 1; END LOOP;
  RETURN count;
END
$$;

-- What everybody has by default, unless they subscribe to something else of the group.
CREATE FUNCTION default_grants(of_project text, of_type text, of_customer text, offers jsonb, now_at timestamptz)
RETURNS TABLE (
  kind text, anchor timestamptz, period_end timestamptz, every bigint, unit text, first bigint, last bigint, amount numeric
) LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT kind_of_grant(o.expires, r.every), start, timestamptz 'infinity', r.every, r.unit,
    0::bigint, count_intervals(start, now_at, r.every, r.unit), o.quantity
  FROM jsonb_to_recordset(offers) AS o (quantity numeric, repeat jsonb, expires text, replacements text[])
  CROSS JOIN LATERAL read_repeat(o.repeat) AS r
  CROSS JOIN (VALUES (timestamptz '1973-01-01 12:00:00+00')) AS always (start)
  WHERE o.replacements IS NOT NULL AND o.quantity > 0 AND start <= now_at AND NOT EXISTS (
    SELECT FROM subscriptions s
    WHERE s.project_id = of_project AND s.customer_type = of_type AND s.customer_id = of_customer
      AND s.offer_id = ANY (o.replacements) AND s.status IN ('active', 'trialing')
  ) AND NOT EXISTS (
    SELECT FROM subscriptions s
    WHERE s.project_id = of_project AND s.customer_type = of_type AND s.customer_id = of_customer
      AND s.offer_id = ANY (o.replacements) AND s.status NOT IN ('incomplete', 'incomplete_expired')
      AND s.period_start <= now_at AND s.period_end > now_at
  );
END
$$;

-- Whoever writes a subscription shares this, and whoever enters subscriptions has it alone: so none is forgotten that is
-- written meanwhile.
CREATE FUNCTION subscriptions_lock(of_project text, of_type text, of_customer text) RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$
  SELECT hashtextextended(concat_ws(' ', 'subscriptions', of_project, of_type, of_customer), 0)
$$;

-- Enters the subscriptions that are over, some at a time. False if somebody else is at them: then they are read one
-- by one.
CREATE FUNCTION enter_subscriptions(
  of_project text, of_type text, of_customer text, of_item text, offers jsonb, settings text, now_at timestamptz
) RETURNS boolean LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  ledger item_ledgers;
  until_end timestamptz;
  moments bigint[];
BEGIN
  IF NOT pg_try_advisory_xact_lock(subscriptions_lock(of_project, of_type, of_customer)) THEN RETURN false; END IF;
  -- A customer who is being deleted gets no new ledger.
  PERFORM FROM subscriptions
  WHERE project_id = of_project AND customer_type = of_type AND customer_id = of_customer LIMIT 1 FOR KEY SHARE;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO item_ledgers AS l (project_id, customer_type, customer_id, item_id, latest_at)
  VALUES (of_project, of_type, of_customer, of_item, 'epoch')
  ON CONFLICT (project_id, customer_type, customer_id, item_id) DO UPDATE SET version = l.version + 1
  RETURNING l.* INTO ledger;
  IF ledger.entered_of <> settings THEN
    PERFORM take_back_entries(of_project, ledger.id, '-infinity');
    ledger.entered_until := NULL;
  END IF;
  UPDATE item_ledgers SET entered_of = settings WHERE project_id = of_project AND id = ledger.id;
  -- One of many years can have an entry for each day.
  SELECT coalesce(max(period_end) FILTER (WHERE days <= 5000), min(period_end)) INTO until_end FROM (
    SELECT period_end, sum(1 + extract(epoch FROM period_end - created_at) / 86400) OVER (ORDER BY period_end) AS days
    FROM (
      SELECT period_end, least(created_at, period_end) AS created_at FROM subscriptions
      WHERE project_id = of_project AND customer_type = of_type AND customer_id = of_customer
        AND period_end > coalesce(ledger.entered_until, '-infinity') AND period_end <= now_at
      ORDER BY period_end LIMIT 1000
    ) AS ended
  ) AS summed;
  IF until_end IS NULL THEN RETURN true; END IF;
  WITH grants AS MATERIALIZED (
    SELECT g.*, amount * (last - first + 1) AS total FROM held_grants(
      of_project, of_type, of_customer, of_item, offers, now_at, coalesce(ledger.entered_until, '-infinity'), until_end
    ) AS g
  ), entered AS (
    INSERT INTO item_entries (project_id, ledger_id, at, granted, expired, subscription_end)
    SELECT of_project, ledger.id, to_millis(e.at), sum(e.granted), sum(e.expired), e.period_end
    FROM (
      SELECT anchor AS at, total AS granted, 0 AS expired, period_end FROM grants
      UNION ALL
      SELECT period_end, 0, total, period_end FROM grants WHERE kind = 'purchase'
      UNION ALL
      SELECT after_interval(anchor, (number + 1) * every, unit), 0, amount, period_end
      FROM grants CROSS JOIN LATERAL generate_series(first, last) AS number
      WHERE kind = 'repeat'
    ) AS e
    WHERE e.at < 'infinity'
    GROUP BY e.at, e.period_end
    RETURNING at
  )
  SELECT array_agg(at) INTO moments FROM entered;
  UPDATE item_ledgers SET entered_until = until_end WHERE project_id = of_project AND id = ledger.id;
  IF moments IS NOT NULL THEN PERFORM refresh_item_nodes(of_project, ledger.id, moments); END IF;
  RETURN true;
END
$$;

-- A subscription is news about the past when the card provider tells of it late.
CREATE FUNCTION revise_entries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  since timestamptz := NEW.period_end;
  ledger record;
BEGIN
  IF TG_OP = 'UPDATE' THEN since := least(since, OLD.period_end); END IF;
  PERFORM pg_advisory_xact_lock_shared(subscriptions_lock(NEW.project_id, NEW.customer_type, NEW.customer_id));
  FOR ledger IN
    SELECT id FROM item_ledgers
    WHERE project_id = NEW.project_id AND customer_type = NEW.customer_type AND customer_id = NEW.customer_id
      AND entered_until >= since
    ORDER BY item_id FOR UPDATE
  LOOP
    PERFORM take_back_entries(NEW.project_id, ledger.id, since);
  END LOOP;
  RETURN NULL;
END
$$;
CREATE TRIGGER revise_entries_of_new AFTER INSERT ON subscriptions FOR EACH ROW EXECUTE FUNCTION revise_entries();
CREATE TRIGGER revise_entries AFTER UPDATE ON subscriptions FOR EACH ROW
  WHEN (
    (OLD.status, OLD.offer_id, OLD.offer, OLD.quantity, OLD.created_at, OLD.period_start, OLD.period_end, OLD.held_since)
    IS DISTINCT FROM
    (NEW.status, NEW.offer_id, NEW.offer, NEW.quantity, NEW.created_at, NEW.period_start, NEW.period_end, NEW.held_since)
  ) EXECUTE FUNCTION revise_entries();

-- The quantity at a moment, or NaN as long as there is something to settle or to enter, or others are faster: then ask
-- again. Offers are those of the settings that include the item, as `payments/ledger.ts` writes them. When many intervals
-- of an allowance are over, what they came to is left as a checkpoint, so that they are not looked at for ever.
DROP FUNCTION item_quantity;
CREATE FUNCTION item_quantity(
  of_project text, of_type text, of_customer text, of_item text, offers jsonb, given_now timestamptz
) RETURNS numeric LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  ledger item_ledgers;
  now_at timestamptz := date_trunc('milliseconds', given_now);
  settings text;
  held numeric;
  cuts bigint[];
  amounts numeric[];
  hash text;
  total numeric;
  highest numeric;
  highest_until_cut numeric;
  last_checkpoint bigint;
  last_cut bigint;
  windows_since bigint;
  is_same boolean;
BEGIN
  SELECT * INTO ledger FROM item_ledgers
  WHERE project_id = of_project AND customer_type = of_type AND customer_id = of_customer AND item_id = of_item;
  now_at := greatest(now_at, ledger.latest_at);
  IF EXISTS (
    SELECT FROM item_changes
    WHERE ledger_id = ledger.id AND delta < 0 AND NOT is_settled AND expires_at <= now_at
  ) THEN
    PERFORM settle_item_ledger(of_project, ledger.id, now_at);
    RETURN 'NaN';
  END IF;

  SELECT md5(jsonb_agg(offer - 'replacements')::text) INTO settings FROM jsonb_array_elements(offers) AS offer;
  settings := coalesce(settings, '');
  IF ledger.entered_of <> settings OR 20 < (
    SELECT count(*) FROM (
      SELECT FROM subscriptions
      WHERE project_id = of_project AND customer_type = of_type AND customer_id = of_customer
        AND period_end > coalesce(ledger.entered_until, '-infinity') AND period_end <= now_at
      LIMIT 21
    ) AS ended
  ) THEN
    IF enter_subscriptions(of_project, of_type, of_customer, of_item, offers, settings, now_at) THEN RETURN 'NaN'; END IF;
  END IF;

  WITH grants AS MATERIALIZED (
    SELECT * FROM held_grants(
      of_project, of_type, of_customer, of_item, offers, now_at, coalesce(ledger.entered_until, '-infinity'), 'infinity'
    )
    UNION ALL
    SELECT * FROM default_grants(of_project, of_type, of_customer, offers, now_at)
  ), known AS MATERIALIZED (
    SELECT of_all, CASE WHEN of_all = ledger.checkpoint_of AND ledger.checkpoint_at <= to_millis(now_at)
      THEN ledger.checkpoint_at END AS checkpoint
    FROM (
      SELECT md5(concat(settings, (
        SELECT jsonb_agg(jsonb_build_array(
          id, status, offer_id, CASE WHEN offer_id IS NULL THEN offer END, quantity,
          created_at, period_start, period_end, held_since, period_start <= now_at
        ) ORDER BY id)
        FROM subscriptions
        WHERE project_id = of_project AND customer_type = of_type AND customer_id = of_customer
          AND period_end > coalesce(ledger.entered_until, '-infinity')
      ), (
        SELECT jsonb_agg(to_jsonb(g) - 'last' ORDER BY g) FROM grants g WHERE period_end = 'infinity'
      ))) AS of_all
    ) AS hashed
  ), windows AS (
    -- Before the checkpoint, before anything was spent and after the last debit only the last of the windows that are over
    -- can matter.
    SELECT g.*, least(last, count_intervals(anchor, now_at, every, unit) - 1) AS ended,
      count_intervals(anchor, least(now_at, greatest(
        coalesce(ledger.first_debit_at, 'infinity') - interval '1 millisecond',
        timestamptz 'epoch' + checkpoint * interval '1 millisecond'
      )), every, unit) - 1 AS head,
      count_intervals(anchor, coalesce(ledger.last_debit_at, 'epoch'), every, unit) - 1 AS debited
    FROM grants g CROSS JOIN known WHERE kind = 'repeat'
  ), elsewhere AS (
    SELECT to_millis(period_end) AS at, amount * (last - first + 1) AS amount, 0::bigint AS windows FROM grants
    WHERE kind = 'purchase' AND period_end <= now_at
    UNION ALL
    SELECT to_millis(after_interval(anchor, (part.last + 1) * every, unit)), amount * (part.last - part.first + 1),
      CASE WHEN part.last > head THEN part.last - part.first + 1 ELSE 0 END
    FROM windows w CROSS JOIN LATERAL (
      SELECT w.first, least(ended, head)
      UNION ALL
      SELECT number, number FROM generate_series(greatest(w.first, head + 1), least(ended, debited)) AS number
      UNION ALL
      SELECT greatest(w.first, head + 1, debited + 1), ended
    ) AS part (first, last)
    WHERE part.first <= part.last
  )
  SELECT coalesce((SELECT sum(amount * (last - first + 1)) FROM grants), 0),
    coalesce(array_agg(at), '{}'), coalesce(array_agg(amount), '{}'), max(at), coalesce(sum(windows), 0),
    (SELECT of_all FROM known), (SELECT checkpoint FROM known)
  INTO held, cuts, amounts, last_cut, windows_since, hash, last_checkpoint FROM elsewhere;

  -- What came before the checkpoint is one moment, and so is what came after the last debit.
  SELECT coalesce(array_agg(at), '{}'), coalesce(array_agg(amount), '{}') INTO cuts, amounts
  FROM (
    SELECT greatest(last_checkpoint, CASE WHEN c.at <= to_millis(ledger.last_debit_at) THEN c.at ELSE last_cut END) AS at,
      sum(c.amount) AS amount
    FROM unnest(cuts, amounts) AS c (at, amount) GROUP BY 1
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
      SELECT l.version = ledger.version FROM item_ledgers l WHERE l.project_id = of_project AND l.id = ledger.id
    ), true)
  INTO total, highest, highest_until_cut, is_same
  FROM (SELECT at, p.balance, sum(p.net) OVER (ORDER BY at) - p.net + p.peak AS peak FROM pieces p) AS w;
  -- Somebody changed it while we were looking at it in several statements.
  IF NOT is_same THEN RETURN 'NaN'; END IF;

  IF last_checkpoint IS NOT NULL THEN
    highest := greatest(highest, ledger.checkpoint_peak);
    highest_until_cut := greatest(highest_until_cut, ledger.checkpoint_peak);
  END IF;
  IF windows_since > 20 THEN
    UPDATE item_ledgers
    SET checkpoint_of = hash, checkpoint_at = greatest(last_cut, last_checkpoint), checkpoint_peak = highest_until_cut
    WHERE project_id = of_project AND id = (
      SELECT l.id FROM item_ledgers l
      WHERE l.project_id = of_project AND l.id = ledger.id AND l.version = ledger.version FOR UPDATE SKIP LOCKED
    );
  END IF;
  RETURN held + total - greatest(0, highest);
END
$$;
