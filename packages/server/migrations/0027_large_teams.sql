-- Who of very many users has a text and who of them is in a team are two long lists, and it takes long to find who is in
-- both. So the members of a large team are kept once more, with all that a search needs to know of them: they have the
-- columns and the indexes of users, and are searched in the same way. Small teams are read whole.
CREATE TABLE large_teams (
  project_id text NOT NULL,
  team_id uuid NOT NULL,
  -- From then on its members are found here. Before, those who were there first are still being entered.
  is_complete boolean NOT NULL DEFAULT false,
  PRIMARY KEY (project_id, team_id),
  FOREIGN KEY (project_id, team_id) REFERENCES teams ON DELETE CASCADE
);
CREATE INDEX incomplete_large_teams ON large_teams (project_id, team_id) WHERE NOT is_complete;

CREATE TABLE large_team_members (
  project_id text NOT NULL,
  team_id uuid NOT NULL,
  -- Of the user, whose columns these are.
  id uuid NOT NULL,
  signed_up_at timestamptz NOT NULL,
  is_anonymous boolean NOT NULL,
  cohort integer NOT NULL,
  search_text text NOT NULL,
  PRIMARY KEY (project_id, team_id, id),
  FOREIGN KEY (project_id, team_id, id) REFERENCES team_memberships ON DELETE CASCADE
);

INSERT INTO large_teams (project_id, team_id, is_complete)
SELECT project_id, team_id, true FROM team_memberships GROUP BY project_id, team_id HAVING count(*) > 1000;
INSERT INTO large_team_members (project_id, team_id, id, signed_up_at, is_anonymous, cohort, search_text)
SELECT m.project_id, m.team_id, u.id, u.signed_up_at, u.is_anonymous, u.cohort, u.search_text
FROM large_teams JOIN team_memberships m USING (project_id, team_id)
JOIN users u ON u.project_id = m.project_id AND u.id = m.user_id;

CREATE INDEX large_team_members_by_user ON large_team_members (project_id, id);
CREATE INDEX large_team_members_by_sign_up ON large_team_members (project_id, team_id, signed_up_at, id);
CREATE INDEX regular_large_team_members_by_sign_up ON large_team_members (project_id, team_id, signed_up_at, id)
  WHERE NOT is_anonymous;
CREATE INDEX sampled_large_team_members_by_sign_up ON large_team_members (project_id, team_id, signed_up_at, id)
  WHERE id < '08000000-0000-0000-0000-000000000000';
CREATE INDEX large_team_members_by_search_pieces ON large_team_members
  USING gin ((search_pieces(team_id::text, cohort, search_text) COLLATE "C")) WITH (fastupdate = off);

-- Shared by whoever joins the team. Whoever enters those who were there first waits for all who did not see yet that it is large.
CREATE FUNCTION large_team_lock(of_team uuid) RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$
  SELECT hashtextextended('large team ' || of_team, 0)
$$;

-- The user is locked before the membership is written, as by everybody who locks both, so that what is copied below is not
-- changed meanwhile.
CREATE OR REPLACE FUNCTION copy_sign_up_to_membership() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(large_team_lock(NEW.team_id));
  IF EXISTS (SELECT FROM large_teams WHERE project_id = NEW.project_id AND team_id = NEW.team_id) THEN
    PERFORM FROM users WHERE project_id = NEW.project_id AND id = NEW.user_id FOR NO KEY UPDATE;
  END IF;
  NEW.user_signed_up_at := coalesce(
    (SELECT signed_up_at FROM users WHERE project_id = NEW.project_id AND id = NEW.user_id), now());
  RETURN NEW;
END
$$;

-- It is enough to look now and then whether a team has become large. The user is locked here too, in case the team has become
-- so since the trigger above.
CREATE FUNCTION enter_large_team() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM large_teams WHERE project_id = NEW.project_id AND team_id = NEW.team_id) THEN
    INSERT INTO large_team_members (project_id, team_id, id, signed_up_at, is_anonymous, cohort, search_text)
    SELECT project_id, NEW.team_id, id, signed_up_at, is_anonymous, cohort, search_text
    FROM users WHERE project_id = NEW.project_id AND id = NEW.user_id FOR NO KEY UPDATE;
  ELSIF random() < 0.02 AND (
    SELECT count(*) FROM (
      SELECT FROM team_memberships WHERE project_id = NEW.project_id AND team_id = NEW.team_id LIMIT 1001
    ) AS members
  ) > 1000 THEN
    INSERT INTO large_teams (project_id, team_id) VALUES (NEW.project_id, NEW.team_id) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER enter_large_team AFTER INSERT ON team_memberships
  FOR EACH ROW EXECUTE FUNCTION enter_large_team();

CREATE FUNCTION update_large_team_members() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE large_team_members SET is_anonymous = NEW.is_anonymous, cohort = NEW.cohort, search_text = NEW.search_text
  WHERE project_id = NEW.project_id AND id = NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER update_large_team_members AFTER UPDATE ON users FOR EACH ROW
  WHEN ((OLD.is_anonymous, OLD.cohort, OLD.search_text) IS DISTINCT FROM (NEW.is_anonymous, NEW.cohort, NEW.search_text))
  EXECUTE FUNCTION update_large_team_members();
