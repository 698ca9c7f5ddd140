-- Codes that somebody asked for and that a job makes once the answer has gone out, so that neither its time nor its content
-- tells whether the address belongs to anybody.
CREATE TABLE requested_codes (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  request_encrypted text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, id)
);
CREATE INDEX requested_codes_by_age ON requested_codes (created_at);
