-- Mails that have to leave. Their text holds codes, so it is encrypted, and the row goes when the mail has left.
CREATE TABLE outgoing_mails (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  template text NOT NULL,
  content_encrypted text NOT NULL,
  created_at timestamptz NOT NULL,
  -- A mail whose code has expired is dropped instead of sent.
  worthless_after timestamptz NOT NULL,
  PRIMARY KEY (project_id, id)
);

-- One row per attempt to send.
CREATE TABLE sent_emails (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  template text NOT NULL,
  subject text NOT NULL,
  recipients text[] NOT NULL,
  sender_config json NOT NULL,
  error json,
  sent_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, id)
);
CREATE INDEX sent_emails_by_time ON sent_emails (project_id, sent_at DESC);
