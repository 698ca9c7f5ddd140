-- Mails that owners of a project write before they send them.
CREATE TABLE email_drafts (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  display_name text NOT NULL,
  tsx_source text NOT NULL,
  -- The id of a theme, `none`, or null for the theme of the project.
  theme_id text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  sent_at timestamptz,
  PRIMARY KEY (project_id, id)
);

-- One mail to many users. What it says is fixed when it is accepted; it is encrypted, because variables may be secrets.
CREATE TABLE email_sends (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  content_encrypted text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, id)
);

-- Who still has to get it. A row goes in the transaction that records what became of the mail.
CREATE TABLE email_send_recipients (
  project_id text NOT NULL,
  send_id uuid NOT NULL,
  user_id uuid NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  not_before timestamptz NOT NULL,
  PRIMARY KEY (project_id, send_id, user_id),
  FOREIGN KEY (project_id, send_id) REFERENCES email_sends ON DELETE CASCADE
);

-- What failed lately, in all projects.
CREATE INDEX sent_emails_failed ON sent_emails (sent_at) WHERE error IS NOT NULL;
