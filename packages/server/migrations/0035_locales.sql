-- The language of a user as a BCP 47 tag; null for the default language of the project.
ALTER TABLE users ADD COLUMN locale text;

-- The language of the variant that was sent; null for code, which decides by itself.
ALTER TABLE sent_emails ADD COLUMN locale text;
