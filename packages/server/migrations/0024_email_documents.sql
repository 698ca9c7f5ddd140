ALTER TABLE email_drafts ADD COLUMN document json;
COMMENT ON COLUMN email_drafts.document IS 'The email as data. Then there is no code, and the source is empty.';
ALTER TABLE email_source_versions ADD COLUMN document json;
COMMENT ON COLUMN email_source_versions.document IS 'The former document, if it was no code.';
