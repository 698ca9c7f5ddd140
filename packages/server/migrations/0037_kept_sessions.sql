-- The servers of apps keep sessions in cookies that no script can read. A project can require it.
ALTER TABLE sessions
  -- True if the app's server has started the session for a browser, which never saw the refresh token.
  ADD COLUMN is_kept_by_server boolean NOT NULL DEFAULT false;
