-- One user in thirty-two by chance, because ids are random. When a crowd has the text of a search, these tell about who of
-- them signed up first, however their rows lie.
CREATE INDEX sampled_users_by_sign_up ON users (project_id, signed_up_at, id)
  WHERE id < '08000000-0000-0000-0000-000000000000';

-- So that the planner never prefers taking the pieces of many users anew to looking them up.
ALTER FUNCTION search_pieces(text, integer, text) COST 100000;

-- Members of a team in the order in which users are listed, which is found nowhere else but among everybody.
ALTER TABLE team_memberships ADD COLUMN user_signed_up_at timestamptz;
UPDATE team_memberships m SET user_signed_up_at = u.signed_up_at
FROM users u WHERE u.project_id = m.project_id AND u.id = m.user_id;
ALTER TABLE team_memberships ALTER COLUMN user_signed_up_at SET NOT NULL;
CREATE INDEX team_memberships_by_sign_up ON team_memberships (project_id, team_id, user_signed_up_at, user_id);

-- Without a user, the membership is refused by its foreign key.
CREATE FUNCTION copy_sign_up_to_membership() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.user_signed_up_at := coalesce(
    (SELECT signed_up_at FROM users WHERE project_id = NEW.project_id AND id = NEW.user_id), now());
  RETURN NEW;
END
$$;
CREATE TRIGGER copy_sign_up_to_membership BEFORE INSERT ON team_memberships
  FOR EACH ROW EXECUTE FUNCTION copy_sign_up_to_membership();
