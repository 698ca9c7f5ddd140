-- What a user or team owned as a customer is deleted with them.
CREATE OR REPLACE FUNCTION delete_customers() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_type text := TG_ARGV[0];
BEGIN
  DELETE FROM subscriptions x USING deleted d
  WHERE x.project_id = d.project_id AND x.customer_type = of_type AND x.customer_id = d.id::text;
  DELETE FROM one_time_purchases x USING deleted d
  WHERE x.project_id = d.project_id AND x.customer_type = of_type AND x.customer_id = d.id::text;
  DELETE FROM item_accounts x USING deleted d
  WHERE x.project_id = d.project_id AND x.customer_type = of_type AND x.customer_id = d.id::text;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER delete_customers AFTER DELETE ON users REFERENCING OLD TABLE AS deleted
  FOR EACH STATEMENT EXECUTE FUNCTION delete_customers('user');
CREATE OR REPLACE TRIGGER delete_customers AFTER DELETE ON teams REFERENCING OLD TABLE AS deleted
  FOR EACH STATEMENT EXECUTE FUNCTION delete_customers('team');

-- A plan that was never paid for was never held, and neither was one that was replaced in the same moment.
CREATE OR REPLACE FUNCTION keep_former_plan() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.held_since > coalesce(OLD.held_since, '-infinity') AND OLD.status NOT IN ('incomplete', 'incomplete_expired') THEN
    INSERT INTO former_plans (project_id, subscription_id, held_since, held_until, offer_id, offer, quantity)
    VALUES (OLD.project_id, OLD.id, coalesce(OLD.held_since, '-infinity'), NEW.held_since,
      OLD.offer_id, OLD.offer, OLD.quantity);
  END IF;
  RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER keep_former_plan BEFORE UPDATE ON subscriptions FOR EACH ROW
  WHEN ((OLD.held_since, OLD.offer_id) IS DISTINCT FROM (NEW.held_since, NEW.offer_id))
  EXECUTE FUNCTION keep_former_plan();

-- Whoever subscribes is a customer, also before anything is counted. The account has not changed anything yet, so it
-- holds nobody back.
CREATE OR REPLACE FUNCTION open_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO item_accounts (project_id, customer_type, customer_id, revision, latest_at, created_at)
  VALUES (NEW.project_id, NEW.customer_type, NEW.customer_id, 0, '-infinity', NEW.created_at)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER open_account AFTER INSERT ON subscriptions FOR EACH ROW EXECUTE FUNCTION open_account();
