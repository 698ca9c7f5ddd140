-- Mails to many that could not be sent to somebody are kept for some days as well, in case somebody wants to send them again:
-- a recipient without a time was given up, and so was a mail to many of which only such recipients are left.
ALTER TABLE email_send_recipients ALTER COLUMN not_before DROP NOT NULL;
ALTER TABLE email_sends ALTER COLUMN next_run_at DROP NOT NULL;

CREATE INDEX sent_emails_by_mail ON sent_emails (project_id, mail_id) WHERE mail_id IS NOT NULL;
