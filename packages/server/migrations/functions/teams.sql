-- Without a user the foreign key refuses the membership.
CREATE OR REPLACE FUNCTION copy_sign_up_to_membership() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.user_signed_up_at := coalesce(
    (SELECT signed_up_at FROM users WHERE project_id = NEW.project_id AND id = NEW.user_id), now());
  RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER copy_sign_up_to_membership BEFORE INSERT ON team_memberships
  FOR EACH ROW EXECUTE FUNCTION copy_sign_up_to_membership();

-- However a membership ends (by leaving, or with the team or the user), the image stored for it is deleted as well.
CREATE OR REPLACE FUNCTION delete_member_images() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM files
  WHERE project_id = OLD.project_id AND folder = 'team-member-profile-images'
    AND owner_id = OLD.team_id || '/' || OLD.user_id;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER delete_member_images AFTER DELETE ON team_memberships
  FOR EACH ROW WHEN (OLD.profile_image_url IS NOT NULL) EXECUTE FUNCTION delete_member_images();
