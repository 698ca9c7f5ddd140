CREATE TABLE outgoing_emails (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  template text NOT NULL,
  content_encrypted text NOT NULL,
  created_at timestamptz NOT NULL,
  -- An email whose code has expired is discarded instead of sent.
  discard_after timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  -- Null: given up, and kept for some days in case somebody wants to send it again.
  next_attempt_at timestamptz DEFAULT now(),
  -- Whoever claims the email sends it until then; after that it may be claimed again.
  claim_id uuid,
  claimed_until timestamptz,
  given_up_at timestamptz,
  PRIMARY KEY (project_id, id)
);
CREATE INDEX outgoing_emails_by_next_attempt ON outgoing_emails (project_id, next_attempt_at)
  WHERE next_attempt_at IS NOT NULL;
CREATE INDEX outgoing_emails_claimed ON outgoing_emails (project_id) WHERE claimed_until IS NOT NULL;
CREATE INDEX outgoing_emails_given_up ON outgoing_emails (given_up_at) WHERE given_up_at IS NOT NULL;
COMMENT ON TABLE outgoing_emails IS 'An email that is still to be sent. Its text contains codes, so it is encrypted, and the row is deleted once it was sent.';

CREATE TABLE sent_emails (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  -- The outgoing email or the recipient of a bulk email that the attempt was for.
  email_id text,
  template text NOT NULL,
  subject text NOT NULL,
  recipients text[] NOT NULL,
  sender_config json NOT NULL,
  error json,
  sent_at timestamptz NOT NULL,
  -- Without the codes and links in it, and only for some days.
  html_encrypted text,
  PRIMARY KEY (project_id, id)
);
CREATE INDEX sent_emails_by_age ON sent_emails (sent_at);
CREATE INDEX sent_emails_by_time ON sent_emails (project_id, sent_at DESC, id DESC);
CREATE INDEX sent_emails_failed_by_time ON sent_emails (project_id, sent_at DESC, id DESC) WHERE error IS NOT NULL;
CREATE INDEX sent_emails_by_recipient ON sent_emails (project_id, lower(recipients[1]), sent_at DESC, id DESC);
CREATE INDEX sent_emails_with_content ON sent_emails (sent_at) WHERE html_encrypted IS NOT NULL;
CREATE INDEX sent_emails_by_email ON sent_emails (project_id, email_id) WHERE email_id IS NOT NULL;
-- Recent failures in all projects.
CREATE INDEX sent_emails_failed ON sent_emails (sent_at) WHERE error IS NOT NULL;
COMMENT ON TABLE sent_emails IS 'An attempt to send an email, and what came of it.';

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
  -- Of content and recipients when it was last sent: the same again within moments is a double click.
  sent_fingerprint bytea,
  PRIMARY KEY (project_id, id)
);
COMMENT ON TABLE email_drafts IS 'An email that the owner of a project writes before sending it.';

CREATE TABLE email_sends (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  id uuid NOT NULL,
  -- Encrypted, because variables may be secrets.
  content_encrypted text NOT NULL,
  -- The name of the draft or template.
  title text NOT NULL,
  draft_id uuid,
  created_at timestamptz NOT NULL,
  scheduled_at timestamptz,
  stopped_at timestamptz,
  recipient_count integer NOT NULL,
  -- Recipients who do not get it because it was stopped.
  stopped_count integer NOT NULL DEFAULT 0,
  -- Sent in runs, one run of a project at a time. Null: nobody is waiting for it.
  next_run_at timestamptz DEFAULT now(),
  claim_id uuid,
  claimed_until timestamptz,
  PRIMARY KEY (project_id, id)
);
CREATE INDEX email_sends_by_time ON email_sends (project_id, created_at DESC, id DESC);
COMMENT ON TABLE email_sends IS 'A bulk email. Its content is fixed when it is accepted.';

CREATE TABLE email_send_recipients (
  project_id text NOT NULL,
  send_id uuid NOT NULL,
  user_id uuid NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  -- Null: given up, and kept for some days in case somebody wants to send it again.
  not_before timestamptz,
  PRIMARY KEY (project_id, send_id, user_id),
  FOREIGN KEY (project_id, send_id) REFERENCES email_sends ON DELETE CASCADE
);
COMMENT ON TABLE email_send_recipients IS 'A user who is still to get a bulk email. Deleted in the transaction that records the outcome.';

CREATE TABLE ai_chat_messages (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  -- The email theme, template or draft that the chat is about.
  thread_id uuid NOT NULL,
  sequence bigint GENERATED ALWAYS AS IDENTITY,
  message json NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, thread_id, sequence)
);
COMMENT ON TABLE ai_chat_messages IS 'A message of a chat about an email theme, template or draft, as the dashboard stores it.';

CREATE TABLE email_source_versions (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  -- The email theme or template.
  source_id uuid NOT NULL,
  id uuid NOT NULL,
  tsx_source text NOT NULL,
  replaced_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, source_id, id)
);
CREATE INDEX email_source_versions_by_time ON email_source_versions (project_id, source_id, replaced_at DESC);
COMMENT ON TABLE email_source_versions IS 'A former source of an email theme or template.';
