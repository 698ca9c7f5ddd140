-- A template is what an owner edits. What an email is about is its kind.
ALTER TABLE outgoing_emails RENAME COLUMN template TO kind;
ALTER TABLE sent_emails RENAME COLUMN template TO kind;
