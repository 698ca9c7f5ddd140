-- Finds what is old enough to be deleted, across all projects.
CREATE INDEX sessions_by_expiry ON sessions (expires_at);
CREATE INDEX sent_emails_by_age ON sent_emails (sent_at);
