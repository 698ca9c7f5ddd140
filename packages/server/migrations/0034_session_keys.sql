-- Sessions of browsers are bound to a key that cannot leave the browser: refreshes are signed with it.
ALTER TABLE sessions
  -- The RFC 7638 thumbprint of the public key. Null for a session that is not bound.
  ADD COLUMN key_thumbprint text CHECK (length(key_thumbprint) = 43),
  -- What the next refresh has to sign. Every refresh replaces it, so that nobody can sign refreshes in advance.
  ADD COLUMN key_nonce text,
  -- When a refresh without the key was first refused. The user is told about it once.
  ADD COLUMN copy_refused_at timestamptz,
  ADD CHECK ((key_thumbprint IS NULL) = (key_nonce IS NULL));
