-- From when the members of a team must have a second factor.
ALTER TABLE teams ADD COLUMN second_factor_required_from timestamptz;

-- Whether a team of the project requires, or ever required, a second factor. Otherwise requests do not look for one.
ALTER TABLE projects ADD COLUMN has_team_policies boolean NOT NULL DEFAULT false;
