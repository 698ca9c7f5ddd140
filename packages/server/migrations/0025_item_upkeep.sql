-- Quantities of items: fewer nodes, and what a reader needs is prepared before its moment comes, so that whoever looks first
-- after many debits have ended waits no longer than anybody else.

-- Nodes below one are only there if more than 64 things happened in it (`is_split`); else these are looked at themselves.
--
-- A node knows what it comes to until the next debit in it ends (`changes_at`), and from then on until the one after that
-- (`stale_at`). Debits mostly end together (with the day, the month, the week of an allowance), and then that is all there
-- is to know. A node that is stale is opened by the reader: what is below is looked at instead. Before it comes to that,
-- `advance_item_nodes` works it out again. All of them are as they were at `latest_at` of their ledger or later, and nobody
-- reads an earlier moment.
DROP FUNCTION settle_item_ledger, item_moments, refresh_item_nodes, item_quantity;
ALTER TABLE item_changes DROP COLUMN is_settled;
ALTER TABLE item_ledger_nodes
  ADD COLUMN is_split boolean NOT NULL DEFAULT false,
  ADD COLUMN changes_at bigint,
  ADD COLUMN later_spent numeric NOT NULL DEFAULT 0,
  ADD COLUMN later_peak numeric NOT NULL DEFAULT 0,
  ADD COLUMN stale_at bigint;
UPDATE item_ledger_nodes SET is_split = true WHERE level > 1;
CREATE INDEX item_ledger_nodes_to_advance ON item_ledger_nodes (project_id, level, changes_at) WHERE stale_at IS NOT NULL;
-- The moment at which a debit before the checkpoint ends.
ALTER TABLE item_ledgers ADD COLUMN checkpoint_until bigint;
UPDATE item_ledgers SET checkpoint_at = NULL WHERE checkpoint_at IS NOT NULL;

-- The other way round, so that the index by creation is never taken in its place, which has all changes of a ledger.
DROP INDEX item_changes_by_end_of_grant;
CREATE INDEX item_changes_by_end_of_grant ON item_changes ((-ledger_id), to_millis(expires_at))
  WHERE delta > 0 AND expires_at IS NOT NULL;

-- The length of a node as a power of two. On level 0 are the moments.
CREATE OR REPLACE FUNCTION item_node_shift(level integer) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE level WHEN 0 THEN 0 ELSE 3 + 5 * level END
$$;

-- What happened in a stretch of time. A debit counts until it ends.
CREATE FUNCTION item_moments(of_ledger bigint, from_at bigint, until_at bigint)
RETURNS TABLE (at bigint, granted numeric, spent numeric, expired numeric, ends_at bigint) LANGUAGE sql STABLE AS $$
  SELECT to_millis(created_at), greatest(delta, 0), greatest(-delta::numeric, 0), 0,
    CASE WHEN delta < 0 THEN to_millis(expires_at) END
  FROM item_changes
  WHERE ledger_id = of_ledger AND to_millis(created_at) >= from_at AND to_millis(created_at) < until_at
  UNION ALL
  SELECT to_millis(expires_at), 0, 0, delta, NULL
  FROM item_changes
  WHERE -ledger_id = -of_ledger AND to_millis(expires_at) >= from_at AND to_millis(expires_at) < until_at
    AND delta > 0 AND expires_at IS NOT NULL
  UNION ALL
  SELECT e.at, e.granted, e.spent, e.expired, NULL
  FROM item_entries e WHERE ledger_id = of_ledger AND e.at >= from_at AND e.at < until_at
$$;

-- What a node is made of: nodes, or what happened.
CREATE FUNCTION item_parts(of_project text, of_ledger bigint, of_level integer, of_bucket bigint, of_split boolean)
RETURNS TABLE (
  level integer, bucket bigint, is_split boolean, granted numeric, spent numeric, expired numeric, peak numeric,
  changes_at bigint, later_spent numeric, later_peak numeric, stale_at bigint
) LANGUAGE sql STABLE AS $$
  SELECT n.level::integer, n.bucket, n.is_split, n.granted, n.spent, n.expired, n.peak,
    n.changes_at, n.later_spent, n.later_peak, n.stale_at
  FROM item_ledger_nodes n
  WHERE of_split AND n.project_id = of_project AND n.ledger_id = of_ledger AND n.level = of_level - 1
    AND n.bucket BETWEEN of_bucket << 5 AND (of_bucket << 5) + 31
  UNION ALL
  SELECT 0, m.at, false, m.granted, m.spent, m.expired, m.expired - m.spent, m.ends_at, 0, 0, NULL
  FROM item_moments(of_ledger, of_bucket << item_node_shift(of_level), (of_bucket + 1) << item_node_shift(of_level)) AS m
  WHERE NOT of_split
$$;

-- Works out these nodes again, as far as they are there, and those that they are in. Whoever calls it holds the ledger.
CREATE FUNCTION sum_item_nodes(of_project text, of_ledger bigint, of_level integer, buckets bigint[]) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_nestloop = on AS $$
DECLARE
  now_at bigint;
BEGIN
  UPDATE item_ledgers SET version = version + 1
  WHERE project_id = of_project AND id = of_ledger RETURNING to_millis(latest_at) INTO now_at;
  FOR this_level IN of_level..7 LOOP
    INSERT INTO item_ledger_nodes (
      project_id, ledger_id, level, bucket, granted, expired, spent, peak, changes_at, later_spent, later_peak, stale_at
    )
    SELECT of_project, of_ledger, this_level, node, coalesce(sum(granted), 0), coalesce(sum(expired), 0),
      coalesce(sum(spent), 0), coalesce(max(before + peak), 0), min(next_at),
      coalesce(sum(later_spent), 0), coalesce(max(later_before + later_peak), 0), min(stale_at)
    FROM (
      SELECT node, sum(granted) AS granted, sum(expired) AS expired, min(next_at) AS next_at, min(stale_at) AS stale_at,
        sum(spent) AS spent, sum(peak) AS peak, sum(later_spent) AS later_spent, sum(later_peak) AS later_peak,
        sum(sum(expired - spent)) OVER in_order - sum(expired - spent) AS before,
        sum(sum(expired - later_spent)) OVER in_order - sum(expired - later_spent) AS later_before
      FROM (
        SELECT node, bucket, granted, expired, spent, peak, next_at,
          CASE WHEN next_at > first_at THEN next_at ELSE stale_at END AS stale_at,
          CASE WHEN next_at = first_at AND NOT has_changed THEN later_spent ELSE spent END AS later_spent,
          CASE WHEN next_at = first_at AND NOT has_changed THEN later_peak ELSE peak END AS later_peak
        FROM (
          SELECT node, bucket, granted, expired, stale_at, later_spent, later_peak, has_changed, next_at,
            CASE WHEN has_changed THEN later_spent ELSE spent END AS spent,
            CASE WHEN has_changed THEN later_peak ELSE peak END AS peak,
            min(next_at) OVER (PARTITION BY node) AS first_at
          FROM (
            SELECT old.bucket AS node, p.*, coalesce(p.changes_at <= now_at, false) AS has_changed,
              CASE WHEN p.changes_at <= now_at THEN p.stale_at ELSE p.changes_at END AS next_at
            FROM item_ledger_nodes old
            LEFT JOIN LATERAL item_parts(of_project, of_ledger, this_level, old.bucket, old.is_split) AS p ON true
            WHERE old.project_id = of_project AND old.ledger_id = of_ledger AND old.level = this_level
              AND old.bucket = ANY (buckets)
          ) AS parts
        ) AS now
      ) AS now_and_later
      GROUP BY node, bucket WINDOW in_order AS (PARTITION BY node ORDER BY bucket)
    ) AS summed
    GROUP BY node
    ON CONFLICT (project_id, ledger_id, level, bucket) DO UPDATE
    SET granted = excluded.granted, expired = excluded.expired, spent = excluded.spent, peak = excluded.peak,
      changes_at = excluded.changes_at, later_spent = excluded.later_spent, later_peak = excluded.later_peak,
      stale_at = excluded.stale_at;
    buckets := ARRAY(SELECT DISTINCT bucket >> 5 FROM unnest(buckets) AS bucket);
  END LOOP;
END
$$;

-- Brings the nodes up to what happened, or does not happen any more, at these moments. Whoever calls it holds the ledger.
CREATE FUNCTION refresh_item_nodes(of_project text, of_ledger bigint, moments bigint[]) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_nestloop = off AS $$
DECLARE
  entering bigint[] := moments;
  buckets bigint[];
  crowded bigint[];
  shift integer;
BEGIN
  UPDATE item_ledgers SET checkpoint_at = NULL
  WHERE project_id = of_project AND id = of_ledger AND checkpoint_at >= (SELECT min(at) FROM unnest(moments) AS at);
  FOR this_level IN REVERSE 7..1 LOOP
    shift := item_node_shift(this_level);
    buckets := ARRAY(SELECT DISTINCT at >> shift FROM unnest(entering) AS at);
    CONTINUE WHEN cardinality(buckets) = (
      SELECT count(*) FROM item_ledger_nodes
      WHERE project_id = of_project AND ledger_id = of_ledger AND level = this_level AND bucket = ANY (buckets) AND is_split
    );
    INSERT INTO item_ledger_nodes (project_id, ledger_id, level, bucket, granted, spent, expired, peak)
    SELECT of_project, of_ledger, this_level, bucket, 0, 0, 0, 0 FROM unnest(buckets) AS bucket
    ON CONFLICT DO NOTHING;
    WITH split AS (
      UPDATE item_ledger_nodes n SET is_split = true
      WHERE this_level > 1 AND project_id = of_project AND ledger_id = of_ledger AND level = this_level
        AND bucket = ANY (buckets) AND NOT is_split AND 64 < (
          SELECT count(*) FROM (
            SELECT FROM item_moments(of_ledger, n.bucket << shift, (n.bucket + 1) << shift) LIMIT 65
          ) AS first_ones
        )
      RETURNING bucket
    )
    SELECT coalesce(array_agg(bucket), '{}') INTO crowded FROM split;
    -- Into a node that was split before goes down what is new, and into one that is split now everything that is in it.
    SELECT array_agg(DISTINCT below.at) INTO entering FROM (
      SELECT new.at FROM unnest(entering) AS new (at) JOIN item_ledger_nodes n
        ON n.project_id = of_project AND n.ledger_id = of_ledger AND n.level = this_level AND n.bucket = ANY (buckets)
        AND n.is_split AND n.bucket = new.at >> shift
      UNION ALL
      SELECT m.at FROM unnest(crowded) AS c (bucket)
      CROSS JOIN LATERAL item_moments(of_ledger, c.bucket << shift, (c.bucket + 1) << shift) AS m
    ) AS below;
    IF entering IS NULL THEN
      buckets := ARRAY(SELECT DISTINCT at >> shift FROM unnest(moments) AS at);
      PERFORM sum_item_nodes(of_project, of_ledger, this_level, buckets);
      RETURN;
    END IF;
    IF crowded <> '{}' THEN moments := ARRAY(SELECT unnest(moments) UNION SELECT unnest(entering)); END IF;
  END LOOP;
END
$$;

-- Prepares nodes for the debits that end next: those that have changed and would be stale after another change. Answers how
-- many, some of a project at a time; those of ledgers that somebody else holds wait for the next time.
CREATE FUNCTION advance_item_nodes(of_project text, given_now timestamptz, at_most integer) RETURNS integer
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  now_at timestamptz := date_trunc('milliseconds', given_now);
  due record;
  total integer := 0;
BEGIN
  -- From below: a node is as fresh as what it is made of.
  FOR this_level IN 1..7 LOOP
    FOR due IN
      SELECT ledger_id, array_agg(bucket) AS buckets
      FROM (
        SELECT ledger_id, bucket FROM item_ledger_nodes
        WHERE project_id = of_project AND level = this_level AND stale_at IS NOT NULL AND changes_at <= to_millis(now_at)
        ORDER BY changes_at LIMIT at_most - total
      ) AS nodes GROUP BY ledger_id
    LOOP
      UPDATE item_ledgers SET latest_at = greatest(latest_at, now_at)
      WHERE project_id = of_project
        AND id = (SELECT id FROM item_ledgers WHERE project_id = of_project AND id = due.ledger_id FOR UPDATE SKIP LOCKED);
      IF FOUND THEN
        PERFORM sum_item_nodes(of_project, due.ledger_id, this_level, due.buckets);
        total := total + cardinality(due.buckets);
      END IF;
    END LOOP;
  END LOOP;
  RETURN total;
END
$$;

-- Nodes that are there already.
SELECT count(sum_item_nodes(project_id, ledger_id, 1, buckets)) FROM (
  SELECT project_id, ledger_id, array_agg(DISTINCT to_millis(created_at) >> 8) AS buckets
  FROM item_changes WHERE delta < 0 AND expires_at IS NOT NULL GROUP BY 1, 2
) AS ledgers;

-- The quantity at a moment, all of it as it was in one moment, because everything in here sees what the asker sees. When many
-- intervals of an allowance are over, there is a checkpoint to be left of what they came to.
CREATE FUNCTION read_item_quantity(
  of_project text, of_type text, of_customer text, of_item text, offers jsonb, settings text, given_now timestamptz,
  OUT quantity numeric, OUT checkpoint item_ledgers
) LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  ledger item_ledgers;
  now_at timestamptz := date_trunc('milliseconds', given_now);
  held numeric;
  cuts bigint[];
  amounts numeric[];
  hash text;
  total numeric;
  highest numeric;
  highest_until_cut numeric;
  same_until bigint;
  last_checkpoint bigint;
  last_cut bigint;
  windows_since bigint;
BEGIN
  SELECT * INTO ledger FROM item_ledgers
  WHERE project_id = of_project AND customer_type = of_type AND customer_id = of_customer AND item_id = of_item;
  now_at := greatest(now_at, ledger.latest_at);

  WITH grants AS MATERIALIZED (
    SELECT * FROM held_grants(
      of_project, of_type, of_customer, of_item, offers, now_at, coalesce(ledger.entered_until, '-infinity'), 'infinity'
    )
    UNION ALL
    SELECT * FROM default_grants(of_project, of_type, of_customer, offers, now_at)
  ), known AS MATERIALIZED (
    SELECT of_all, CASE
      WHEN of_all = ledger.checkpoint_of AND ledger.checkpoint_at <= to_millis(now_at)
        AND to_millis(now_at) < coalesce(ledger.checkpoint_until, to_millis(now_at) + 1)
      THEN ledger.checkpoint_at
    END AS checkpoint
    FROM (
      SELECT md5(concat(settings, (
        SELECT jsonb_agg(jsonb_build_array(
          id, status, offer_id, CASE WHEN offer_id IS NULL THEN offer END, s.quantity,
          created_at, period_start, period_end, held_since, period_start <= now_at
        ) ORDER BY id)
        FROM subscriptions s
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
        timestamptz 'epoch' + k.checkpoint * interval '1 millisecond'
      )), every, unit) - 1 AS head,
      count_intervals(anchor, coalesce(ledger.last_debit_at, 'epoch'), every, unit) - 1 AS debited
    FROM grants g CROSS JOIN known k WHERE kind = 'repeat'
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
    (SELECT of_all FROM known), (SELECT k.checkpoint FROM known k)
  INTO held, cuts, amounts, last_cut, windows_since, hash, last_checkpoint FROM elsewhere;

  -- What came before the checkpoint is one moment, and so is what came after the last debit.
  SELECT coalesce(array_agg(at), '{}'), coalesce(array_agg(amount), '{}') INTO cuts, amounts
  FROM (
    SELECT greatest(last_checkpoint, CASE WHEN c.at <= to_millis(ledger.last_debit_at) THEN c.at ELSE last_cut END) AS at,
      sum(c.amount) AS amount
    FROM unnest(cuts, amounts) AS c (at, amount) GROUP BY 1
  ) AS merged;

  -- Nodes in which one of these moments or the present lies are opened, and those that are stale.
  WITH RECURSIVE marked AS MATERIALIZED (
    SELECT DISTINCT level, at >> item_node_shift(level) AS bucket
    FROM unnest(cuts || to_millis(now_at)) AS at CROSS JOIN generate_series(1, 7) AS level
  ), nodes AS (
    SELECT p.*, coalesce(p.stale_at <= to_millis(now_at), false)
      OR (p.level, p.bucket) IN (SELECT m.level, m.bucket FROM marked m) AS is_open
    FROM item_ledger_nodes n CROSS JOIN LATERAL (
      SELECT n.level::integer, n.bucket, n.is_split, n.granted, n.spent, n.expired, n.peak,
        n.changes_at, n.later_spent, n.later_peak, n.stale_at
    ) AS p
    WHERE n.project_id = of_project AND n.ledger_id = ledger.id AND n.level = 7
    UNION ALL
    SELECT p.*, coalesce(p.stale_at <= to_millis(now_at), false)
      OR (p.level, p.bucket) IN (SELECT m.level, m.bucket FROM marked m)
    FROM nodes n CROSS JOIN LATERAL item_parts(of_project, ledger.id, n.level, n.bucket, n.is_split) AS p
    WHERE n.is_open AND p.bucket <= to_millis(now_at) >> item_node_shift(p.level)
  ), pieces AS (
    SELECT at, sum(balance) AS balance, sum(net) AS net, sum(peak) AS peak, min(next_at) AS next_at
    FROM (
      SELECT n.bucket << item_node_shift(n.level) AS at, n.granted - c.spent AS balance, n.expired - c.spent AS net, c.peak,
        c.next_at
      FROM nodes n CROSS JOIN LATERAL (
        SELECT n.spent, n.peak, n.changes_at
        WHERE n.changes_at IS NULL OR n.changes_at > to_millis(now_at)
        UNION ALL
        SELECT n.later_spent, n.later_peak, n.stale_at WHERE n.changes_at <= to_millis(now_at)
      ) AS c (spent, peak, next_at)
      WHERE NOT n.is_open
      UNION ALL
      SELECT at, 0, amount, amount, NULL FROM unnest(cuts, amounts) AS c (at, amount)
    ) AS parts GROUP BY at
  )
  SELECT coalesce(sum(w.balance), 0), max(w.peak), max(w.peak) FILTER (WHERE at <= last_cut),
    min(w.next_at) FILTER (WHERE at <= last_cut)
  INTO total, highest, highest_until_cut, same_until
  FROM (SELECT at, p.balance, p.next_at, sum(p.net) OVER (ORDER BY at) - p.net + p.peak AS peak FROM pieces p) AS w
  WHERE at <= to_millis(now_at);

  IF last_checkpoint IS NOT NULL THEN
    highest := greatest(highest, ledger.checkpoint_peak);
    highest_until_cut := greatest(highest_until_cut, ledger.checkpoint_peak);
  END IF;
  quantity := held + total - greatest(0, highest);
  IF windows_since > 20 AND ledger.id IS NOT NULL THEN
    checkpoint := ledger;
    checkpoint.checkpoint_of := hash;
    checkpoint.checkpoint_at := greatest(last_cut, last_checkpoint);
    checkpoint.checkpoint_peak := highest_until_cut;
    checkpoint.checkpoint_until := same_until;
    checkpoint.latest_at := now_at;
  END IF;
END
$$;

-- The same in less time: what an offer gives is read once and not for each subscription.
CREATE OR REPLACE FUNCTION held_grants(
  of_project text, of_type text, of_customer text, of_item text, offers jsonb, now_at timestamptz,
  after_end timestamptz, until_end timestamptz
) RETURNS TABLE (
  kind text, anchor timestamptz, period_end timestamptz, every bigint, unit text, first bigint, last bigint, amount numeric
) LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH offered AS MATERIALIZED (
    SELECT o.offer_id, o.quantity, o.expires, r.every, r.unit
    FROM jsonb_to_recordset(offers) AS o (offer_id text, quantity numeric, repeat jsonb, expires text)
    CROSS JOIN LATERAL read_repeat(o.repeat) AS r
  ), plans AS (
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
    SELECT p.*, o.quantity * p.quantity AS amount, o.expires, o.every, o.unit
    FROM plans p JOIN offered o ON o.offer_id = p.offer_id
    UNION ALL
    SELECT p.*, (own ->> 'quantity')::numeric * p.quantity, own ->> 'expires', r.every, r.unit
    FROM plans p CROSS JOIN LATERAL (SELECT p.offer #> ARRAY['includedItems', of_item]) AS i (own)
    CROSS JOIN LATERAL read_repeat(own -> 'repeat') AS r
    WHERE p.offer_id IS NULL AND own IS NOT NULL
  ), anchored AS (
    SELECT g.*, k.kind, a.anchor, greatest(g.held_since, a.anchor) AS given_since,
      least(g.held_until - interval '1 microsecond', g.period_end, now_at) AS given_until
    FROM given g CROSS JOIN LATERAL (SELECT kind_of_grant(g.expires, g.every)) AS k (kind)
    CROSS JOIN LATERAL (
      SELECT CASE k.kind
        WHEN 'purchase' THEN g.period_start
        WHEN 'repeat' THEN g.created_at
        -- What stays when the period ends goes on from the beginning, and not again from each renewal.
        ELSE least(g.created_at, g.period_start)
      END
    ) AS a (anchor)
    WHERE g.amount > 0 AND (k.kind <> 'purchase' OR g.is_of_same_offer)
  ), counted AS MATERIALIZED (
    SELECT a.*, count_intervals(a.anchor, a.given_since, a.every, a.unit) AS first,
      count_intervals(a.anchor, a.given_until, a.every, a.unit) AS last
    FROM anchored a WHERE a.given_since <= a.given_until
  )
  -- Only the first and the last interval of a plan can be those of another one, too.
  SELECT c.kind, c.anchor, c.period_end, c.every, c.unit, w.first, w.last,
    CASE c.kind WHEN 'purchase' THEN (array_agg(c.amount ORDER BY c.held_since DESC))[1] ELSE max(c.amount) END
  FROM counted c CROSS JOIN generate_series(1, 3) AS part CROSS JOIN LATERAL (
    SELECT CASE part WHEN 1 THEN c.first WHEN 2 THEN c.first + 1 ELSE greatest(c.last, c.first + 1) END,
      CASE part WHEN 1 THEN c.first WHEN 2 THEN c.last - 1 ELSE c.last END
  ) AS w (first, last)
  WHERE w.first <= w.last
  GROUP BY c.id, c.kind, c.anchor, c.period_end, c.every, c.unit, w.first, w.last;
END
$$;

-- Enters the subscriptions that are over, as far as they are not yet, some at a time. Whoever calls it has the lock of the
-- customer's subscriptions.
DROP FUNCTION enter_subscriptions;
CREATE FUNCTION enter_subscriptions(
  of_project text, of_type text, of_customer text, of_item text, offers jsonb, settings text, now_at timestamptz
) RETURNS void LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  ledger item_ledgers;
  until_end timestamptz;
  moments bigint[];
BEGIN
  -- A customer who is being deleted gets no new ledger.
  PERFORM FROM subscriptions
  WHERE project_id = of_project AND customer_type = of_type AND customer_id = of_customer LIMIT 1 FOR KEY SHARE;
  IF NOT FOUND THEN RETURN; END IF;
  INSERT INTO item_ledgers AS l (project_id, customer_type, customer_id, item_id, latest_at)
  VALUES (of_project, of_type, of_customer, of_item, 'epoch')
  ON CONFLICT (project_id, customer_type, customer_id, item_id) DO UPDATE SET version = l.version + 1
  RETURNING l.* INTO ledger;
  IF ledger.entered_of <> settings THEN
    WITH gone AS (
      DELETE FROM item_entries WHERE ledger_id = ledger.id AND subscription_end IS NOT NULL RETURNING at
    )
    SELECT array_agg(at) INTO moments FROM gone;
    ledger.entered_until := NULL;
  END IF;
  -- One of many years can have an entry for each day.
  SELECT coalesce(max(period_end) FILTER (WHERE days <= 20000), min(period_end)) INTO until_end FROM (
    SELECT period_end, sum(1 + extract(epoch FROM period_end - created_at) / 86400) OVER (ORDER BY period_end) AS days
    FROM (
      SELECT period_end, least(created_at, period_end) AS created_at FROM subscriptions
      WHERE project_id = of_project AND customer_type = of_type AND customer_id = of_customer
        AND period_end > coalesce(ledger.entered_until, '-infinity') AND period_end <= now_at
      ORDER BY period_end LIMIT 1000
    ) AS ended
  ) AS summed;
  UPDATE item_ledgers SET entered_of = settings, entered_until = coalesce(until_end, ledger.entered_until)
  WHERE project_id = of_project AND id = ledger.id;
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
  SELECT moments || array_agg(at) INTO moments FROM entered;
  IF moments IS NOT NULL THEN PERFORM refresh_item_nodes(of_project, ledger.id, moments); END IF;
END
$$;

-- The quantity at a moment. Offers are those of the settings that include the item, as `payments/ledger.ts` writes them.
-- When much is over that is not entered yet, or was entered for other settings, some of it is entered first, and the rest is
-- read one by one: nobody waits for all of it. Whoever may hold something that others wait for does not wait for them, and
-- reads one by one what somebody else is at.
CREATE FUNCTION item_quantity(
  of_project text, of_type text, of_customer text, of_item text, offers jsonb, given_now timestamptz, can_wait boolean
) RETURNS numeric LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  lock bigint := subscriptions_lock(of_project, of_type, of_customer);
  ledger item_ledgers;
  settings text;
  answer record;
BEGIN
  SELECT md5(coalesce(jsonb_agg(offer - 'replacements')::text, '')) INTO settings FROM jsonb_array_elements(offers) AS offer;
  SELECT * INTO ledger FROM item_ledgers
  WHERE project_id = of_project AND customer_type = of_type AND customer_id = of_customer AND item_id = of_item;
  IF ledger.entered_of <> settings OR 20 < (
    SELECT count(*) FROM (
      SELECT FROM subscriptions
      WHERE project_id = of_project AND customer_type = of_type AND customer_id = of_customer
        AND period_end > coalesce(ledger.entered_until, '-infinity')
        AND period_end <= greatest(date_trunc('milliseconds', given_now), ledger.latest_at)
      LIMIT 21
    ) AS ended
  ) THEN
    IF can_wait THEN PERFORM pg_advisory_xact_lock(lock); END IF;
    IF can_wait OR pg_try_advisory_xact_lock(lock) THEN
      PERFORM enter_subscriptions(
        of_project, of_type, of_customer, of_item, offers, settings,
        greatest(date_trunc('milliseconds', given_now), ledger.latest_at)
      );
    ELSIF ledger.entered_of <> settings THEN
      PERFORM take_back_entries(of_project, ledger.id, '-infinity');
      UPDATE item_ledgers SET entered_of = settings WHERE project_id = of_project AND id = ledger.id;
    END IF;
  END IF;

  SELECT * INTO answer
  FROM read_item_quantity(of_project, of_type, of_customer, of_item, offers, settings, given_now);
  IF (answer.checkpoint).id IS NOT NULL THEN
    ledger := answer.checkpoint;
    UPDATE item_ledgers
    SET checkpoint_of = ledger.checkpoint_of, checkpoint_at = ledger.checkpoint_at,
      checkpoint_peak = ledger.checkpoint_peak, checkpoint_until = ledger.checkpoint_until, latest_at = ledger.latest_at
    WHERE project_id = of_project AND id = (
      SELECT l.id FROM item_ledgers l
      WHERE l.project_id = of_project AND l.id = ledger.id AND l.version = ledger.version FOR UPDATE SKIP LOCKED
    );
  END IF;
  RETURN answer.quantity;
END
$$;

-- What is kept up for readers: see `payments/upkeep.ts`. A subscription ends without anybody writing it, so the end that was
-- looked at last is kept with it.
ALTER TABLE subscriptions ADD COLUMN seen_end timestamptz;
CREATE INDEX subscriptions_by_unseen_end ON subscriptions (project_id, period_end)
  WHERE seen_end IS DISTINCT FROM period_end;
CREATE INDEX item_ledgers_of_settings ON item_ledgers (project_id, id)
  WHERE entered_of IS NOT NULL OR checkpoint_of IS NOT NULL;

CREATE OR REPLACE FUNCTION revise_entries() RETURNS trigger LANGUAGE plpgsql AS $$
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
    UPDATE subscriptions SET seen_end = NULL WHERE project_id = NEW.project_id AND id = NEW.id;
  END LOOP;
  RETURN NULL;
END
$$;
