-- Who was seen last, without walking over the anonymous users in between. One index serves both questions: those who want
-- everybody read its two halves, each from its newest entry on. A second index would make every refresh write once more.
CREATE INDEX user_activity_by_kind_and_time ON user_activity (project_id, is_anonymous, last_active_at DESC);
DROP INDEX user_activity_by_time;

-- What a draft said, and to whom, when it was sent last: the same again within moments is a second click.
ALTER TABLE email_drafts ADD COLUMN sent_fingerprint bytea;
