import { Agent, request } from 'node:http'
import { startEmailSink } from './email-sink.ts'
import { headersOf, startInternalServer } from './internal-server.ts'
import { isMet, type Measurement, printReport } from './report.ts'

// Whether response times reveal who has an account: alternating requests for known and unknown addresses.

const routes = ['/auth/password/send-reset-code', '/auth/otp/send-sign-in-code']
const pairs = 2_000
const warmUpPairs = 200
const people = 50
const maxAuc = 0.6

interface Times {
  known: number[]
  unknown: number[]
}

const sink = await startEmailSink()
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const server = await startInternalServer()
const { url } = server
try {
  await prepareProject()
  const measurements: Measurement[] = []
  for (const route of routes) measurements.push(...(await measureRoute(route)))
  if (sink.recipients().length === 0) throw new Error('No codes were sent, so the comparison is meaningless.')
  printReport(measurements)
  if (!measurements.every(isMet)) process.exitCode = 1
} finally {
  agent.destroy()
  await server.close()
  await sink.close()
}

/** With sign-up off, nothing is sent to an unknown address, which makes the greatest difference to a known one. */
async function prepareProject(): Promise<void> {
  const config = {
    'auth.allowSignUp': false,
    'auth.password.allowSignIn': true,
    'auth.otp.allowSignIn': true,
    'emails.server': {
      isShared: false,
      provider: 'smtp',
      host: '127.0.0.1',
      port: sink.port,
      username: 'bench',
      password: 'bench',
      senderName: 'Bench',
      senderEmail: 'bench@example.com',
    },
  }
  await send('PATCH', '/internal/config/override', { config_override_string: JSON.stringify(config) })
  for (let index = 0; index < people; index++) {
    await send('POST', '/users', {
      primary_email: addressOf('known', index),
      primary_email_verified: true,
      primary_email_auth_enabled: true,
      otp_auth_enabled: true,
      password: 'correct horse battery',
    })
  }
}

async function measureRoute(route: string): Promise<Measurement[]> {
  const own: Times = { known: [], unknown: [] }
  // Work that a request leaves behind could delay the next one.
  const next: Times = { known: [], unknown: [] }
  let previous: keyof Times = 'unknown'
  for (let round = -warmUpPairs; round < pairs; round++) {
    const first = Math.random() < 0.5 ? 'known' : 'unknown'
    for (const kind of [first, first === 'known' ? 'unknown' : 'known'] as const) {
      const body = { email: addressOf(kind, (round + warmUpPairs) % people), callback_url: `${url}/callback` }
      const started = performance.now()
      await send('POST', route, body)
      const millis = performance.now() - started
      if (round >= 0) {
        own[kind].push(millis)
        next[previous].push(millis)
      }
      previous = kind
    }
  }
  return [toMeasurement(`POST ${route}`, own), toMeasurement(`the request after POST ${route}`, next)]
}

function toMeasurement(what: string, { known, unknown }: Times): Measurement {
  const auc = computeAuc(known, unknown)
  return {
    what: `AUC of ${what}`,
    value: Math.max(auc, 1 - auc),
    unit: '',
    target: maxAuc,
    atLeast: false,
    detail: `medians: known ${median(known).toFixed(2)} ms, unknown ${median(unknown).toFixed(2)} ms`,
  }
}

/**
 * The probability that a value of the first is greater than one of the second: 0.5 if they are indistinguishable
 * (Mann-Whitney).
 */
function computeAuc(first: number[], second: number[]): number {
  const all = [...first.map((time) => ({ time, isFirst: true })), ...second.map((time) => ({ time, isFirst: false }))]
  all.sort((a, b) => a.time - b.time)
  const rankSum = all.reduce((sum, { isFirst }, index) => sum + (isFirst ? index + 1 : 0), 0)
  return (rankSum - (first.length * (first.length + 1)) / 2) / (first.length * second.length)
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!
}

/** The same length for both. */
function addressOf(kind: keyof Times, index: number): string {
  return `${kind.padEnd(7, '-')}-${String(index).padStart(2, '0')}@example.com`
}

function send(method: string, path: string, body: unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/api/v1${path}`, { method, headers: headersOf('admin'), agent }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => {
        if (response.statusCode! < 300) resolve()
        else reject(new Error(`${method} ${path} answered ${response.statusCode}: ${text}`))
      })
    })
    sent.on('error', reject).end(JSON.stringify(body))
  })
}
