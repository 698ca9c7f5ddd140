/** Ten thousand deliveries to one endpoint, each about another user, from the job until the last was received. */
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { startInternalServer } from './internal-server.ts'
import { printReport } from './report.ts'
import { startWebhookSink } from './webhook-sink.ts'

const count = 10_000

const sink = await startWebhookSink()
const server = await startInternalServer()
const { call, program } = server
try {
  const { id } = await call<{ id: string }>('POST', '/internal/webhook-endpoints', { url: sink.url })
  await addDeliveries(server.databaseUrl, id)
  const cpuBefore = program.cpuSeconds()
  const started = performance.now()
  // Its event wakes the delivery of all others.
  await call('POST', '/users', {})
  while (new Set(sink.ids()).size < count + 1) await delay(20)
  const seconds = (performance.now() - started) / 1000
  const detail = `${seconds.toFixed(1)} s, ${(((program.cpuSeconds() - cpuBefore) * 1000) / count).toFixed(1)} ms of CPU per delivery`
  printReport([
    { what: 'webhooks per second', value: count / seconds, unit: '/s', target: 500, atLeast: true, detail },
    {
      what: 'received twice',
      value: sink.ids().length - new Set(sink.ids()).size,
      unit: '',
      target: 0,
      atLeast: false,
    },
  ])
} finally {
  await server.close()
  sink.close()
}

/** As if ten thousand users had been changed while nothing was delivered. */
async function addDeliveries(connectionString: string, endpointId: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(
    `WITH events AS (
       INSERT INTO webhook_events (project_id, id, object_id, type, data, created_at)
       SELECT 'internal', gen_random_uuid(), gen_random_uuid(), 'user.updated',
         json_build_object('id', n, 'display_name', repeat('x', 500)), now()
       FROM generate_series(1, $1::integer) AS n RETURNING *
     )
     INSERT INTO webhook_deliveries
       (project_id, endpoint_id, event_id, sequence, object_id, type, state, next_attempt_at, created_at)
     SELECT project_id, $2, id, sequence, object_id, type, 'pending', created_at, created_at FROM events`,
    [count, endpointId],
  )
  await client.query('ANALYZE webhook_deliveries, webhook_events')
  await client.end()
}
