import { SpanKind, type Tracer, trace } from '@opentelemetry/api'
import type pg from 'pg'
import type { Instruments } from './instruments.ts'
import { failSpan } from './spans.ts'

/** Pools, and a span and a duration for every statement. Neither its text nor its values are recorded. */
export function observePool(pool: pg.Pool, tracer: Tracer, { meter, gauges, record }: Instruments): void {
  const count = gauges['db.client.connection.count']
  const max = gauges['db.client.connection.max']
  const pending = gauges['db.client.connection.pending_requests']
  meter.addBatchObservableCallback(
    (result) => {
      // The server may have started again with another pool.
      if (pool.ending) return
      result.observe(count, pool.idleCount, { 'db.client.connection.state': 'idle' })
      result.observe(count, pool.totalCount - pool.idleCount, { 'db.client.connection.state': 'used' })
      result.observe(max, pool.options.max)
      result.observe(pending, pool.waitingCount)
    },
    [count, max, pending],
  )
  pool.on('connect', (client) => {
    observeStatements(client, (statement) => {
      const { operation, table } = describeStatement(statement)
      const began = performance.now()
      const attributes = {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        ...(table ? { 'db.collection.name': table } : {}),
      }
      const name = table ? `${operation} ${table}` : operation
      // The queue looks for jobs every other second, which nobody wants to see as traces.
      const span = trace.getActiveSpan() && tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes })
      return (error) => {
        record('db.client.operation.duration', (performance.now() - began) / 1000, { 'db.operation.name': operation })
        if (error && span) failSpan(span, error)
        span?.end()
      }
    })
  })
}

type Ended = (error?: unknown) => void
type AnyQuery = (...args: unknown[]) => unknown

/** The driver is called with a callback by the pool, and for a promise by everybody else. */
function observeStatements(client: pg.ClientBase, begin: (text: string) => Ended): void {
  const query = client.query.bind(client) as AnyQuery
  const observed: AnyQuery = (...args) => {
    const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text?: unknown } | undefined)?.text
    // Copies are streams.
    if (typeof text !== 'string') return query(...args)
    const end = begin(text)
    const callback = args.at(-1)
    if (typeof callback === 'function') {
      const respond: AnyQuery = (error, ...rest) => {
        end(error ?? undefined)
        callback(error, ...rest)
      }
      return query(...args.slice(0, -1), respond)
    }
    const result = query(...args)
    if (result instanceof Promise) result.then(() => end(), end)
    else end()
    return result
  }
  client.query = observed as typeof client.query
}

const operations = new Set([
  'SELECT',
  'INSERT',
  'UPDATE',
  'DELETE',
  'BEGIN',
  'COMMIT',
  'ROLLBACK',
  'WITH',
  'SET',
  'LISTEN',
])

/** The kind of statement and the first table that it names. */
export function describeStatement(text: string): { operation: string; table: string | undefined } {
  const statement = text.replace(/^\s*(?:\/\*.*?\*\/\s*)*/s, '')
  const word = /^\w+/.exec(statement)?.[0].toUpperCase() ?? ''
  const table = /\b(?:FROM|INTO|UPDATE)\s+(?:ONLY\s+)?((?:"?\w+"?\.)?"?[a-z_]+"?)/i.exec(statement)?.[1]
  return { operation: operations.has(word) ? word : 'OTHER', table: table?.replaceAll('"', '') }
}
