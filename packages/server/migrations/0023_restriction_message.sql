-- What the user is told about the restriction. restriction_reason is for owners only.
ALTER TABLE users ADD COLUMN restriction_message text;
