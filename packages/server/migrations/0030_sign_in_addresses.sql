-- The address that an account was made with signs in before it is verified. Every further one has to be verified first,
-- whatever its flags say, so that nobody adds somebody else's address and keeps them from using it.
ALTER TABLE contact_channels ADD COLUMN signs_in_unverified boolean NOT NULL DEFAULT false;

UPDATE contact_channels c SET signs_in_unverified = true
FROM (
  SELECT DISTINCT ON (project_id, user_id) project_id, user_id, id FROM contact_channels
  ORDER BY project_id, user_id, created_at, id
) AS first
WHERE c.project_id = first.project_id AND c.user_id = first.user_id AND c.id = first.id;
