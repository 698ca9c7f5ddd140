-- What was said in the chats about e-mail themes, templates and drafts. A thread is named by what it is about; messages
-- are as the chat of the dashboard wants them back.
CREATE TABLE ai_chat_messages (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  thread_id uuid NOT NULL,
  sequence bigint GENERATED ALWAYS AS IDENTITY,
  message json NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, thread_id, sequence)
);
