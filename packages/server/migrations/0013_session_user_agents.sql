-- So that users recognize their browsers in the list of their sessions.
ALTER TABLE sessions ADD COLUMN last_used_user_agent text;
