CREATE TABLE audit_exports (
  project_id text NOT NULL,
  -- Of the entry.
  id uuid NOT NULL,
  -- Entries of one project are sent in this order.
  sequence bigint GENERATED ALWAYS AS IDENTITY,
  -- One server at a time sends the entries of a project. The claim ends by itself if the server crashes.
  claim_id uuid,
  claimed_until timestamptz,
  PRIMARY KEY (project_id, id),
  FOREIGN KEY (project_id, id) REFERENCES audit_entries ON DELETE CASCADE
);
CREATE INDEX audit_exports_in_order ON audit_exports (project_id, sequence);
CREATE INDEX audit_exports_claimed ON audit_exports (project_id) WHERE claimed_until IS NOT NULL;
COMMENT ON TABLE audit_exports IS 'An entry of the audit log that a collector for OpenTelemetry has not received yet. Written with the entry while the export is on, and deleted once the collector has it, so that entries which are committed late are not skipped.';
