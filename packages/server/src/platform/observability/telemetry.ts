import type { MiddlewareHandler } from 'hono'
import type pg from 'pg'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import type { JobHandlers } from '../jobs/jobs.ts'
import type { LogEntry } from '../log.ts'
import type { AttributesOf, NameOfKind } from './metrics.ts'

/** What features report about themselves. */
export interface Telemetry {
  count<N extends NameOfKind<'counter'>>(name: N, attributes: AttributesOf<N>, count?: number): void
  /** Runs the work as a span of the current trace. Names and attributes must not contain personal data. */
  trace<T>(name: string, work: () => Promise<T>): Promise<T>
}

/** Telemetry that is switched on. What it observes is wrapped once, when the server is put together. */
export interface ActiveTelemetry extends Telemetry {
  observePool(pool: pg.Pool): void
  observeJobs(handlers: JobHandlers): JobHandlers
  observeQueues(db: Db): void
  observeRequests: MiddlewareHandler
  writeLog(entry: LogEntry): void
  /** All metrics as text for Prometheus; undefined if they are not to be scraped. */
  renderMetrics: (() => Promise<string>) | undefined
  /** Sends what has not been sent yet. */
  close(): Promise<void>
}

export const noTelemetry: Telemetry = { count: () => undefined, trace: (_name, work) => work() }

const signals = ['TRACES', 'METRICS', 'LOGS'] as const
export type Signal = (typeof signals)[number]

/** The libraries are only loaded if something is switched on. */
export async function startTelemetry(
  { metricsToken }: Pick<Config, 'metricsToken'>,
  env: NodeJS.ProcessEnv,
): Promise<ActiveTelemetry | undefined> {
  const pushed = env.OTEL_SDK_DISABLED === 'true' ? [] : signals.filter((signal) => isPushed(signal, env))
  if (pushed.length === 0 && metricsToken === undefined) return undefined
  const { startOpenTelemetry } = await import('./open-telemetry.ts')
  return startOpenTelemetry({ pushed, isScraped: metricsToken !== undefined })
}

/** OpenTelemetry would otherwise send everything to port 4318 of this machine. */
function isPushed(signal: Signal, env: NodeJS.ProcessEnv): boolean {
  const names = ['OTEL_EXPORTER_OTLP_ENDPOINT', `OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`, `OTEL_${signal}_EXPORTER`]
  return names.some((name) => Boolean(env[name]?.trim()))
}
