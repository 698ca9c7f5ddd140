-- Attempts of `attempts` after which a server had the whole email but did not confirm it.
ALTER TABLE outgoing_emails ADD COLUMN unconfirmed_attempts integer NOT NULL DEFAULT 0;
ALTER TABLE email_send_recipients ADD COLUMN unconfirmed_attempts integer NOT NULL DEFAULT 0;
