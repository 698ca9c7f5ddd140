import type { Values } from './read-values.ts'
import { sharedProviders, type Variable } from './settings.ts'

/** The first is useless without the second. */
const requirements: [Variable, Variable][] = [
  ['DATABASE_DIRECT_URL', 'DATABASE_URL'],
  ['DATABASE_REPLICA_URL', 'DATABASE_URL'],
  ['LATCHKEY_INTERNAL_USER_IS_ADMIN', 'LATCHKEY_INTERNAL_USER_EMAIL'],
  ['LATCHKEY_SMTP_HOST', 'LATCHKEY_MAIL_FROM'],
  ['LATCHKEY_SMTP_PORT', 'LATCHKEY_SMTP_HOST'],
  ['LATCHKEY_SMTP_USERNAME', 'LATCHKEY_SMTP_HOST'],
  ['LATCHKEY_SMTP_PASSWORD', 'LATCHKEY_SMTP_HOST'],
  ['SVIX_SERVER_URL', 'SVIX_API_KEY'],
  ['LATCHKEY_AI_API_KEY', 'LATCHKEY_AI_BASE_URL'],
  ['STRIPE_WEBHOOK_SECRET', 'STRIPE_SECRET_KEY'],
  ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_SECRET_KEY'],
  ['LATCHKEY_STRIPE_API_URL', 'STRIPE_SECRET_KEY'],
]

/** Both or neither. */
const pairs: [Variable, Variable][] = [
  ['LATCHKEY_INTERNAL_USER_EMAIL', 'LATCHKEY_INTERNAL_USER_PASSWORD'],
  ['LATCHKEY_SMTP_USERNAME', 'LATCHKEY_SMTP_PASSWORD'],
  ...sharedProviders.map((provider): [Variable, Variable] => {
    const prefix = `LATCHKEY_SHARED_OAUTH_${provider.toUpperCase() as Uppercase<typeof provider>}` as const
    return [`${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`]
  }),
  ['LATCHKEY_SHARED_OAUTH_ISSUER', 'LATCHKEY_SHARED_OAUTH_CLIENT_SECRET'],
  ['LATCHKEY_AI_BASE_URL', 'LATCHKEY_AI_MODEL'],
]

/** Returns one sentence for everything that does not go together. */
export function checkCombinations(given: Partial<Record<Variable, string>>, values: Values): string[] {
  // A switch that is off needs nothing.
  const isSet = (variable: Variable) => given[variable] !== undefined && values[variable] !== false
  const problems = values.NODE_ENV === 'production' ? checkProduction(given, values) : []
  for (const [variable, required] of requirements) {
    if (isSet(variable) && !isSet(required)) problems.push(`${variable} requires ${required}.`)
  }
  for (const [one, other] of pairs) {
    if (isSet(one) !== isSet(other)) problems.push(`${one} and ${other} must be set together.`)
  }
  return problems
}

function checkProduction(given: Partial<Record<Variable, string>>, values: Values): string[] {
  const problems: string[] = []
  const { LATCHKEY_URL: url, LATCHKEY_SHARED_OAUTH_ISSUER: issuer } = values
  if (given.LATCHKEY_SECRET === undefined) {
    problems.push(
      'LATCHKEY_SECRET is required with NODE_ENV=production: generate one with `openssl rand -hex 32` and keep it safe.',
    )
  }
  // It is the issuer of every token, so it must be right from the first start.
  const example = 'for example `LATCHKEY_URL=https://auth.example.com`'
  if (given.LATCHKEY_URL === undefined) {
    problems.push(
      `LATCHKEY_URL is required with NODE_ENV=production: set it to the public https URL of this server, ${example}.`,
    )
  } else if (url?.startsWith('http:')) {
    problems.push(`LATCHKEY_URL must use https with NODE_ENV=production, ${example}.`)
  }
  if (issuer !== undefined) problems.push(...checkIssuer(new URL(issuer), values.LATCHKEY_OUTBOUND_PORTS ?? []))
  if (values.LATCHKEY_METRICS_TOKEN !== undefined && values.LATCHKEY_WORKERS > 1) {
    problems.push(
      'LATCHKEY_METRICS_TOKEN requires LATCHKEY_WORKERS=1, because Prometheus would read another process each time. Send metrics to a collector with OTEL_EXPORTER_OTLP_ENDPOINT instead.',
    )
  }
  return problems
}

function checkIssuer({ protocol, port }: URL, ports: number[]): string[] {
  if (protocol === 'http:') return ['LATCHKEY_SHARED_OAUTH_ISSUER must use https in production.']
  if (port === '' || ports.includes(Number(port))) return []
  return [`LATCHKEY_SHARED_OAUTH_ISSUER is on port ${port}: add it to LATCHKEY_OUTBOUND_PORTS.`]
}

/** Without an address, entries would be kept for a collector that does not exist. */
export function checkAuditExport(env: NodeJS.ProcessEnv, values: Values): string[] {
  if (!values.LATCHKEY_AUDIT_LOG_EXPORT) return []
  const read = (name: string) =>
    env[`OTEL_EXPORTER_OTLP_LOGS_${name}`]?.trim() || env[`OTEL_EXPORTER_OTLP_${name}`]?.trim()
  if (!read('ENDPOINT')) {
    return [
      'LATCHKEY_AUDIT_LOG_EXPORT requires OTEL_EXPORTER_OTLP_LOGS_ENDPOINT or OTEL_EXPORTER_OTLP_ENDPOINT, the address of the collector.',
    ]
  }
  const protocol = read('PROTOCOL') ?? 'http/protobuf'
  if (['http/protobuf', 'http/json'].includes(protocol)) return []
  return [
    `LATCHKEY_AUDIT_LOG_EXPORT requires OTEL_EXPORTER_OTLP_LOGS_PROTOCOL to be \`http/protobuf\` or \`http/json\`.`,
  ]
}
