-- Owners filter the deliveries of an endpoint by event, and see the last day of them.
CREATE INDEX webhook_deliveries_by_type ON webhook_deliveries (project_id, endpoint_id, type, sequence);
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (project_id, endpoint_id, created_at);
