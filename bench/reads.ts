/** What apps ask most, each against its bare SQL behind node:http. */
import { createHash } from 'node:crypto'
import type { BareQueries } from './bare-queries.ts'
import { headersOf, startInternalServer } from './internal-server.ts'
import { type LoadRequest, requestsPerSecond } from './load.ts'
import { findFreePort, Program } from './processes.ts'
import { type Measurement, printReport } from './report.ts'
import { compare, connections, seconds } from './requests.ts'

const floorScript = new URL('floor.js', import.meta.url)
const short = { rounds: 5, warmUpRounds: 3 }
const members = 100
const project = 'internal'

interface Row {
  what: string
  target: number
  /** The requests of all connections, and the statements that each of them is compared with. */
  requests: { ours: LoadRequest; bare: BareQueries[string] }[]
}

const server = await startInternalServer()
try {
  const rows = await prepareRows()
  const floorPort = await findFreePort()
  const floor = new Program(floorScript, {
    PORT: String(floorPort),
    DATABASE_URL: server.databaseUrl,
    QUERIES: JSON.stringify(toQueries(rows)),
  })
  try {
    await floor.waitForResponse(`http://localhost:${floorPort}`)
    const measurements: Measurement[] = []
    for (const row of rows) measurements.push(await measure(row, `http://localhost:${floorPort}`))
    printReport(measurements)
  } finally {
    await floor.stop()
  }
} finally {
  await server.close()
}

function pathOf({ what }: Row, index: number): string {
  return `/${what.replaceAll(/\W+/g, '-')}/${index}`
}

function toQueries(rows: Row[]): BareQueries {
  return Object.fromEntries(
    rows.flatMap((row) => row.requests.map(({ bare }, index) => [pathOf(row, index), bare] as const)),
  )
}

async function measure(row: Row, floorUrl: string): Promise<Measurement> {
  const ours = row.requests.map((request) => request.ours)
  const bare = row.requests.map((_, index) => ({ method: 'GET' as const, url: `${floorUrl}${pathOf(row, index)}` }))
  const { ratio, detail } = await compare(
    () => requestsPerSecond(ours, seconds),
    () => requestsPerSecond(bare, seconds),
    short,
  )
  return { what: row.what, value: ratio, unit: '×', target: row.target, atLeast: true, detail }
}

async function prepareRows(): Promise<Row[]> {
  const { call, url } = server
  await call('PATCH', '/internal/config/override', {
    config_override_string: JSON.stringify({
      'payments.items.credits': { displayName: 'Credits', customerType: 'user' },
      'apiKeys.enabled.user': true,
    }),
  })
  const users: string[] = []
  for (let index = 0; index < members + 20; index++) {
    const body = { primary_email: `person-${index}@example.com`, display_name: `Person ${index}` }
    users.push((await call<{ id: string }>('POST', '/users', body)).id)
  }
  const [user] = users as [string]
  const { id: team } = await call<{ id: string }>('POST', '/teams', { display_name: 'Team' })
  for (const id of users.slice(0, members)) await call('POST', `/team-memberships/${team}/${id}`, {})
  await call('POST', '/team-permission-definitions', { id: 'read' })
  const askers = users.slice(0, connections)
  for (const id of askers) await call('POST', `/team-permissions/${team}/${id}/read`, {})
  for (let change = 0; change < 3; change++) {
    await call('POST', `/payments/items/user/${user}/credits/update-quantity?allow_negative=false`, { delta: 10 })
  }
  const keys: string[] = []
  const tokens: string[] = []
  for (const user_id of askers) {
    const key = { user_id, description: 'Bench', expires_at_millis: null }
    keys.push((await call<{ value: string }>('POST', '/user-api-keys', key)).value)
    tokens.push((await call<{ refresh_token: string }>('POST', '/auth/sessions', { user_id })).refresh_token)
  }

  const get = (path: string): LoadRequest => ({
    method: 'GET',
    url: `${url}/api/v1${path}`,
    headers: headersOf('server'),
  })
  /** Each connection asks for somebody else, because requests at the same time may share a statement. */
  const rowOf = (what: string, text: string, requests: { ours: LoadRequest; values: unknown[] }[]): Row => ({
    what,
    target: 0.6,
    requests: requests.map(({ ours, values }) => ({ ours, bare: [{ text, values }] })),
  })
  const repeat = (what: string, ours: LoadRequest, text: string, values: unknown[]): Row =>
    rowOf(
      what,
      text,
      Array.from({ length: connections }, () => ({ ours, values })),
    )
  return [
    {
      what: 'refresh of a session',
      target: 0.8,
      requests: tokens.map((token) => ({
        ours: {
          method: 'POST',
          url: `${url}/api/v1/auth/sessions/current/refresh`,
          headers: { ...headersOf('client'), 'x-stack-refresh-token': token },
          body: '{}',
        },
        bare: [
          {
            text: 'SELECT s.*, u.* FROM sessions s JOIN users u ON u.project_id = s.project_id AND u.id = s.user_id WHERE s.project_id = $1 AND s.refresh_token_hash = $2::text::bytea',
            values: [project, hashOf(token)],
          },
          {
            text: 'UPDATE sessions SET last_used_at = now() WHERE project_id = $1 AND refresh_token_hash = $2::text::bytea',
            values: [project, hashOf(token)],
          },
        ],
      })),
    },
    rowOf(
      'permission check',
      'SELECT permission_id FROM team_permissions WHERE project_id = $1 AND team_id = $2 AND user_id = $3 AND permission_id = $4',
      askers.map((id) => ({
        ours: get(`/team-permissions?team_id=${team}&user_id=${id}&permission_id=read&recursive=true`),
        values: [project, team, id, 'read'],
      })),
    ),
    repeat(
      'listUsers(50)',
      get('/users?limit=50'),
      `SELECT u.*, c.value, c.is_verified FROM users u
       LEFT JOIN contact_channels c ON c.project_id = u.project_id AND c.user_id = u.id AND c.is_primary
       WHERE u.project_id = $1 ORDER BY u.signed_up_at, u.id LIMIT 51`,
      [project],
    ),
    repeat(
      'team members (100)',
      get(`/team-member-profiles?team_id=${team}`),
      `SELECT m.*, u.* FROM team_memberships m JOIN users u ON u.project_id = m.project_id AND u.id = m.user_id
       WHERE m.project_id = $1 AND m.team_id = $2`,
      [project, team],
    ),
    repeat(
      'item quantity',
      get(`/payments/items/user/${user}/credits`),
      'SELECT sum(delta) FROM item_changes WHERE project_id = $1 AND customer_type = $2 AND customer_id = $3 AND item_id = $4',
      [project, 'user', user, 'credits'],
    ),
    rowOf(
      'API-key check',
      'SELECT * FROM api_keys WHERE project_id = $1 AND value_hash = $2::text::bytea',
      keys.map((value) => ({
        ours: {
          method: 'POST',
          url: `${url}/api/v1/user-api-keys/check`,
          headers: headersOf('server'),
          body: JSON.stringify({ api_key: value }),
        },
        values: [project, hashOf(value)],
      })),
    ),
  ]
}

/** As PostgreSQL reads bytes in text, because the baseline gets its statements as JSON. */
function hashOf(token: string): string {
  return `\\x${createHash('sha256').update(token).digest('hex')}`
}
