-- Who brings an access token along has something done to their own user, so it waits until the app that began exchanges
-- the code. Until then the code has no user, and what the provider answered is kept with it, encrypted.
ALTER TABLE oauth_codes ALTER COLUMN user_id DROP NOT NULL;
ALTER TABLE oauth_codes ADD COLUMN pending_encrypted text;
ALTER TABLE oauth_codes ADD CHECK ((user_id IS NULL) = (pending_encrypted IS NOT NULL));
-- Without a user, nothing else takes them away with their project.
ALTER TABLE oauth_codes ADD FOREIGN KEY (project_id) REFERENCES projects ON DELETE CASCADE;
