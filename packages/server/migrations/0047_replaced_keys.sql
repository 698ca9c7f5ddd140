-- When a rotation gave the set a successor.
ALTER TABLE project_key_sets ADD COLUMN replaced_at timestamptz;
