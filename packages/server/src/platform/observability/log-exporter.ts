import { SeverityNumber } from '@opentelemetry/api-logs'
import { logs, resources } from '@opentelemetry/sdk-node'
import { version } from '../version.ts'

/** What must not get lost: it is kept until `send` succeeds. Logs of the server are sent when there is time, or not at all. */
export interface ExportedRecord {
  time: Date
  name: string
  attributes: Record<string, string | null>
}

export interface LogExporter {
  /** Rejects unless the collector has confirmed all of them. */
  send(records: ExportedRecord[]): Promise<void>
  close(): Promise<void>
}

const timeoutMillis = 10_000

/** As the standard variables say. */
export async function createLogExporter(env: NodeJS.ProcessEnv): Promise<LogExporter> {
  const exporter = await openExporter(env)
  const { toRecord, close } = createConverter(env)
  return {
    send: (records) =>
      new Promise((resolve, reject) => {
        exporter.export(records.map(toRecord), ({ code, error }) => {
          if (code === 0) resolve()
          else reject(error ?? new Error('The collector refused the records.'))
        })
      }),
    async close() {
      await close()
      await exporter.shutdown()
    },
  }
}

/** Only what is sent over HTTP, which `readConfig` checks. */
async function openExporter(env: NodeJS.ProcessEnv): Promise<logs.LogRecordExporter> {
  const { OTLPLogExporter } = await (logsProtocol(env) === 'http/json'
    ? import('@opentelemetry/exporter-logs-otlp-http')
    : import('@opentelemetry/exporter-logs-otlp-proto'))
  return new OTLPLogExporter({ timeoutMillis })
}

function logsProtocol(env: NodeJS.ProcessEnv): string {
  return (env.OTEL_EXPORTER_OTLP_LOGS_PROTOCOL || env.OTEL_EXPORTER_OTLP_PROTOCOL || 'http/protobuf').trim()
}

function createConverter(env: NodeJS.ProcessEnv) {
  const made: logs.ReadableLogRecord[] = []
  const keep = { onEmit: (record: logs.SdkLogRecord) => void made.push(record) }
  const name = env.OTEL_SERVICE_NAME?.trim() || 'latchkey'
  const resource = resources
    .defaultResource()
    .merge(resources.detectResources({ detectors: [resources.envDetector] }))
    .merge(resources.resourceFromAttributes({ 'service.name': name }))
  const provider = new logs.LoggerProvider({
    resource,
    processors: [{ ...keep, forceFlush: async () => undefined, shutdown: async () => undefined }],
  })
  const logger = provider.getLogger('latchkey', version)
  const toRecord = ({ time, name: eventName, attributes }: ExportedRecord): logs.ReadableLogRecord => {
    const known = Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null))
    logger.emit({
      timestamp: time,
      eventName,
      body: eventName,
      severityNumber: SeverityNumber.INFO,
      severityText: 'INFO',
      attributes: known,
    })
    return made.pop()!
  }
  return { toRecord, close: () => provider.shutdown() }
}
