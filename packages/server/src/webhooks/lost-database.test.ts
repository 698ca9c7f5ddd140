import { expect, inject, onTestFinished, test } from 'vitest'
import { startJobs } from '../platform/jobs/workers.ts'
import { createDatabase, execute } from '../testing/database.ts'
import { createTestProject, openTestServer } from '../testing/index.ts'
import { openWebhookReceiver } from '../testing/webhook-receiver.ts'
import { createWebhookJobs } from './deliver.ts'

/** The database is shutting down whenever an endpoint is released, for the first two times. */
const loseReleases = `
  CREATE SEQUENCE lost_releases;
  CREATE FUNCTION lose_release() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.claim_id IS NULL AND OLD.claim_id IS NOT NULL AND nextval('lost_releases') <= 2 THEN
      RAISE EXCEPTION 'terminating connection' USING ERRCODE = 'admin_shutdown';
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER lose_release BEFORE UPDATE ON webhook_endpoints FOR EACH ROW EXECUTE FUNCTION lose_release();`

test('a database that is lost just when an endpoint is released delays nothing for a minute', async () => {
  const database = await createDatabase(inject('databaseUrl'))
  onTestFinished(() => database.drop())
  const server = await openTestServer(database.url, { logLines: [] })
  onTestFinished(() => server.close())
  const receiver = await openWebhookReceiver()
  onTestFinished(() => receiver.close())
  const { platform } = server
  const { 'deliver-webhooks': deliver } = createWebhookJobs(platform)
  const jobs = startJobs({ ...platform, handlers: { 'deliver-webhooks': deliver } })
  onTestFinished(() => jobs.stop())
  const { call } = await createTestProject(server)
  await call('POST /internal/webhook-endpoints', { as: 'admin', body: { url: receiver.url } })

  await execute(database.url, loseReleases)
  for (let count = 0; count < 3; count++) await call('POST /users', { as: 'server', body: {} })
  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(3)
  await call('POST /users', { as: 'server', body: {} })
  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(4)
  expect((await execute(database.url, 'SELECT last_value FROM lost_releases')).rows[0].last_value).not.toBe('1')
})
