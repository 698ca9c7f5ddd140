interface Metric {
  kind: 'counter' | 'histogram' | 'gauge'
  /** In the notation of UCUM, as OpenTelemetry expects it. */
  unit: string
  description: string
  attributes: readonly string[]
}

/**
 * Everything that is measured. Names that are not ours follow the semantic conventions of OpenTelemetry. The guide
 * "Monitoring" lists this table.
 */
export const metricDefinitions = {
  'http.server.request.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'How long requests took, by route template.',
    attributes: ['http.request.method', 'http.route', 'http.response.status_code'],
  },
  'db.client.operation.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'How long database statements took.',
    attributes: ['db.operation.name'],
  },
  'db.client.connection.count': {
    kind: 'gauge',
    unit: '{connection}',
    description: 'Open connections of the pool.',
    attributes: ['db.client.connection.state'],
  },
  'db.client.connection.max': {
    kind: 'gauge',
    unit: '{connection}',
    description: 'How many connections the pool may open.',
    attributes: [],
  },
  'db.client.connection.pending_requests': {
    kind: 'gauge',
    unit: '{request}',
    description: 'Statements and transactions that wait for a connection.',
    attributes: [],
  },
  'nodejs.eventloop.delay.p50': {
    kind: 'gauge',
    unit: 's',
    description: 'Median delay of the event loop since the last scrape.',
    attributes: [],
  },
  'nodejs.eventloop.delay.p99': {
    kind: 'gauge',
    unit: 's',
    description: '99th percentile of the delay of the event loop since the last scrape.',
    attributes: [],
  },
  'process.memory.usage': {
    kind: 'gauge',
    unit: 'By',
    description: 'Physical memory of the process.',
    attributes: [],
  },
  'latchkey.job.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'How long background jobs took.',
    attributes: ['job', 'outcome'],
  },
  'latchkey.jobs.waiting': {
    kind: 'gauge',
    unit: '{job}',
    description: 'Jobs in the queue. The same on all servers, like the next two.',
    attributes: ['job'],
  },
  'latchkey.jobs.failed': {
    kind: 'gauge',
    unit: '{job}',
    description: 'Jobs that were given up in the last seven days.',
    attributes: ['job'],
  },
  'latchkey.jobs.oldest_age': {
    kind: 'gauge',
    unit: 's',
    description: 'For how long the oldest job that is due has been waiting.',
    attributes: ['job'],
  },
  'latchkey.emails': {
    kind: 'counter',
    unit: '{email}',
    description: 'Attempts to send an email.',
    attributes: ['outcome'],
  },
  'latchkey.webhooks': {
    kind: 'counter',
    unit: '{delivery}',
    description: 'Attempts to deliver a webhook.',
    attributes: ['outcome'],
  },
  'latchkey.sign_ins': {
    kind: 'counter',
    unit: '{sign_in}',
    description: 'Sign-ins, including failed ones.',
    attributes: ['method', 'outcome'],
  },
  'latchkey.rate_limit.refusals': {
    kind: 'counter',
    unit: '{request}',
    description: 'What rate limits and quotas refused.',
    attributes: ['limit'],
  },
  'latchkey.traces.dropped': {
    kind: 'counter',
    unit: '{failure}',
    description: 'Failures that left no trace for owners, because memory was full or the database did not take them.',
    attributes: ['reason'],
  },
  'latchkey.cache.lookups': {
    kind: 'counter',
    unit: '{lookup}',
    description: 'Lookups in caches.',
    attributes: ['cache', 'outcome'],
  },
  'latchkey.replica.reads': {
    kind: 'counter',
    unit: '{read}',
    description: 'Lists, searches and metrics, by whether the read replica was used, behind or lost.',
    attributes: ['outcome'],
  },
} as const satisfies Record<string, Metric>

export type MetricName = keyof typeof metricDefinitions
export type NameOfKind<K extends Metric['kind']> = {
  [N in MetricName]: (typeof metricDefinitions)[N]['kind'] extends K ? N : never
}[MetricName]
export type AttributesOf<N extends MetricName> = Record<
  (typeof metricDefinitions)[N]['attributes'][number],
  string | number
>

const unitSuffixes: Record<string, string> = { s: '_seconds', By: '_bytes' }

/** The name in Prometheus before the suffixes of histograms, as collectors derive it from the name in OpenTelemetry. */
export function prometheusName(name: string, { kind, unit }: Pick<Metric, 'kind' | 'unit'>): string {
  return `${name.replaceAll('.', '_')}${unitSuffixes[unit] ?? ''}${kind === 'counter' ? '_total' : ''}`
}
