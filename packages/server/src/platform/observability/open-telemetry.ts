import { type Attributes, context, metrics, propagation, SpanKind, trace } from '@opentelemetry/api'
import { logs, SeverityNumber } from '@opentelemetry/api-logs'
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus'
import { NodeSDK } from '@opentelemetry/sdk-node'
import type { LogEntry } from '../log.ts'
import { version } from '../version.ts'
import { createInstruments } from './instruments.ts'
import { type MetricName, metricDefinitions, prometheusName } from './metrics.ts'
import { observeJobs, observeQueues } from './observe-jobs.ts'
import { observePool } from './observe-pool.ts'
import { observeProcess } from './observe-process.ts'
import { createRequestObserver } from './observe-requests.ts'
import { runInSpan } from './spans.ts'
import type { ActiveTelemetry, Signal } from './telemetry.ts'

interface Options {
  /** What is sent to a collector, as the standard variables say. */
  pushed: readonly Signal[]
  /** Metrics are then scraped instead. */
  isScraped: boolean
}

/** One at a time per process, because OpenTelemetry registers itself globally. */
export function startOpenTelemetry({ pushed, isScraped }: Options): ActiveTelemetry {
  const exporter = isScraped ? new PrometheusExporter({ preventServerStart: true }) : undefined
  const sdk = new NodeSDK({
    serviceName: process.env.OTEL_SERVICE_NAME?.trim() || 'latchkey',
    ...(pushed.includes('TRACES') ? {} : { spanProcessors: [] }),
    ...(pushed.includes('LOGS') ? {} : { logRecordProcessors: [] }),
    ...(exporter ? { metricReaders: [exporter] } : pushed.includes('METRICS') ? {} : { metricReaders: [] }),
  })
  sdk.start()
  const tracer = trace.getTracer('latchkey', version)
  const instruments = createInstruments(metrics.getMeter('latchkey', version))
  observeProcess(instruments)
  const logger = logs.getLogger('latchkey', version)

  return {
    count: (name, attributes, count = 1) => instruments.counters[name].add(count, attributes),
    trace: (name, work) => runInSpan(tracer.startSpan(name, { kind: SpanKind.CLIENT }), work),
    observePool: (pool) => observePool(pool, tracer, instruments),
    observeJobs: (handlers) => observeJobs(handlers, tracer, instruments),
    observeQueues: (db) => observeQueues(db, instruments),
    observeRequests: createRequestObserver(tracer, instruments),
    writeLog: ({ time, level, message, fields }: LogEntry) =>
      logger.emit({
        timestamp: time,
        severityNumber: severities[level],
        severityText: level.toUpperCase(),
        body: message,
        attributes: fields as Attributes,
      }),
    renderMetrics: exporter && (() => renderMetrics(exporter)),
    async close() {
      await sdk.shutdown()
      for (const api of [trace, metrics, logs, context, propagation]) api.disable()
    },
  }
}

const severities = {
  debug: SeverityNumber.DEBUG,
  info: SeverityNumber.INFO,
  warn: SeverityNumber.WARN,
  error: SeverityNumber.ERROR,
}

/** The exporter leaves out the units that names in Prometheus end with. */
async function renderMetrics(exporter: PrometheusExporter): Promise<string> {
  const { resourceMetrics } = await exporter.collect()
  const scopeMetrics = resourceMetrics.scopeMetrics.map(({ scope, metrics }) => ({
    scope,
    metrics: metrics.map((metric) => {
      const { name } = metric.descriptor
      const definition = metricDefinitions[name as MetricName]
      return { ...metric, descriptor: { ...metric.descriptor, name: prometheusName(name, definition) } }
    }),
  }))
  const serializer = new PrometheusSerializer(undefined, false, undefined, true, true)
  return serializer.serialize({ ...resourceMetrics, scopeMetrics })
}
