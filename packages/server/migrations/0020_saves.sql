-- Everything that owners edit has one history, so that a save can be compared with the revision it is based on.
ALTER TABLE config_changes
  -- What was changed: the configuration, the project itself, or a webhook endpoint or draft with its ID.
  ADD COLUMN subject text NOT NULL DEFAULT 'config';
COMMENT ON TABLE config_changes IS 'A change of what owners edit, and what it was before. Only the newest are kept.';
COMMENT ON COLUMN config_changes.previous IS 'All fields of the subject before the change, without secrets.';
