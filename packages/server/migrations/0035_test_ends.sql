-- Subscriptions of test mode that are still to end, for the job that ends them.
CREATE INDEX subscriptions_of_tests ON subscriptions (period_end) WHERE is_test_mode AND status IN ('active', 'trialing');
