/** Lists, searches and metrics in a project with a thousand users and in one with a million, in the same database. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@latchkey/server'
import pg from 'pg'
import { measurePair, printComparison, printRow } from './pairs.ts'
import { findFreePort, Program } from './processes.ts'
import { analyze, type SeededProject, seedProject } from './seed-users.ts'

const serverScript = new URL('../../packages/server/dist/bundle/main.js', import.meta.url)
const few = 1_000
const many = Number(process.env.BENCH_USERS ?? 1_000_000)

/** The same request to both projects, by its query. */
const questions: Record<string, (project: SeededProject) => Record<string, string>> = {
  'first page': () => ({}),
  'first page, newest first': () => ({ desc: 'true' }),
  'page in the middle': ({ cursor }) => ({ cursor }),
  'page in the middle, newest first': ({ cursor }) => ({ cursor, desc: 'true' }),
  'first page with anonymous users': () => ({ include_anonymous: 'true' }),
  'page in the middle with anonymous users': ({ cursor }) => ({ cursor, include_anonymous: 'true' }),
  'members of a small team': ({ smallTeamId }) => ({ team_id: smallTeamId }),
  'members of a large team': ({ largeTeamId }) => ({ team_id: largeTeamId }),
  'page in the middle of a large team': ({ largeTeamId, cursor }) => ({ team_id: largeTeamId, cursor }),
  'members of a team of the newest users': ({ lateTeamId }) => ({ team_id: lateTeamId }),
  'search that matches no one': () => ({ query: 'zq-xj' }),
  'search of 3 characters that nobody matches': () => ({ query: 'zqx' }),
  'search that one user matches': ({ email }) => ({ query: email }),
  'search by id': ({ cursor }) => ({ query: cursor }),
  'search of 3 characters that 0.2 % match': () => ({ query: 'abc' }),
  'search of 4 characters that few match': () => ({ query: 'a1b2' }),
  'search that 0.2 % match, newest first': () => ({ query: 'abc', desc: 'true' }),
  'search that 0.6 % match': () => ({ query: 't.1' }),
  'search that 1.2 % match': () => ({ query: 'n.1' }),
  'search that 1.9 % match': () => ({ query: 'a.1' }),
  'search that 3 % match, all of them at the end': () => ({ query: 'zenith' }),
  'the same at the end, newest first': () => ({ query: 'zenith', desc: 'true' }),
  'the same at the end, from the middle': ({ cursor }) => ({ query: 'zenith', cursor }),
  'search that 4 % match, all around the middle': () => ({ query: 'meridian' }),
  'the same around the middle, newest first': () => ({ query: 'meridian', desc: 'true' }),
  'the same around the middle, from among them': ({ cursor }) => ({ query: 'meridian', cursor }),
  'search that the last 40 % match': () => ({ query: 'example.net' }),
  'search that the first 60 % match, newest first': () => ({ query: 'example.com', desc: 'true' }),
  'search that every tenth matches': () => ({ query: 'hopper' }),
  'search that every tenth matches, from the middle': ({ cursor }) => ({ query: 'hopper', cursor }),
  'search that every user matches': () => ({ query: 'example' }),
  'search in a large team': ({ largeTeamId }) => ({ query: 'hopper', team_id: largeTeamId }),
  'search in a large team that nobody matches': ({ largeTeamId }) => ({ query: 'zqx', team_id: largeTeamId }),
  'search in a large team that every tenth user but no member matches': ({ largeTeamId }) => ({
    query: 'alan',
    team_id: largeTeamId,
  }),
  'search in a large team by id': ({ largeTeamId, cursor }) => ({ query: cursor, team_id: largeTeamId }),
  'search in a large team, around the middle': ({ largeTeamId }) => ({ query: 'meridian', team_id: largeTeamId }),
  'the same from among them, newest first': ({ largeTeamId, cursor }) => ({
    query: 'meridian',
    team_id: largeTeamId,
    cursor,
    desc: 'true',
  }),
  'search in a large team, at the end': ({ largeTeamId }) => ({ query: 'zenith', team_id: largeTeamId }),
  'search in a team of the newest users that every member matches': ({ lateTeamId }) => ({
    query: 'zenith',
    team_id: lateTeamId,
    desc: 'true',
  }),
  'search in a team of the newest users': ({ lateTeamId }) => ({ query: 'hopper', team_id: lateTeamId }),
  'search in a small team': ({ smallTeamId }) => ({ query: 'hopper', team_id: smallTeamId }),
}

/** The same for the dashboard's list. What hardly anybody matches is one of many requests that search for it. */
const dashboardQuestions: Record<string, (project: SeededProject) => Record<string, string>> = {
  'first page': () => ({ desc: 'true' }),
  'first page by activity': () => ({ order_by: 'last_active_at', desc: 'true' }),
  'first page by activity, with anonymous users': () => ({ order_by: 'last_active_at', anonymous: 'include' }),
  'anonymous users only': () => ({ anonymous: 'only', desc: 'true' }),
  'restricted users, of whom there are none': () => ({ restricted: 'true', desc: 'true' }),
  'restricted users by activity': () => ({ restricted: 'true', order_by: 'last_active_at', desc: 'true' }),
  'verified users': () => ({ primary_email_verified: 'true', desc: 'true' }),
  'verified users by activity': () => ({ primary_email_verified: 'true', order_by: 'last_active_at', desc: 'true' }),
  'a month of sign-ups': () => ({ signed_up_from_millis: '1577880000000', signed_up_until_millis: '1580000000000' }),
  'active in a month': () => ({ last_active_from_millis: '1577880000000', last_active_until_millis: '1580000000000' }),
  'members of a small team by activity': ({ smallTeamId }) => ({ team_id: smallTeamId, order_by: 'last_active_at' }),
  'members of a large team by activity': ({ largeTeamId }) => ({ team_id: largeTeamId, order_by: 'last_active_at' }),
  'search that one user matches': ({ email }) => ({ query: email, desc: 'true' }),
  'search that one user matches, by activity': ({ email }) => ({ query: email, order_by: 'last_active_at' }),
  'search that every tenth matches, verified': () => ({ query: 'hopper', primary_email_verified: 'true' }),
  'search that nobody matches': () => ({ query: 'zqx', desc: 'true' }),
  'one request for a method that nobody has': () => ({ auth_method: 'passkey', desc: 'true' }),
  'one request for a provider that nobody has': () => ({ auth_method: 'github', desc: 'true' }),
  'one request for unverified users, of whom there are none': () => ({ primary_email_verified: 'false' }),
  'one request for a search of two characters by activity': () => ({ query: 'zq', order_by: 'last_active_at' }),
}

const maxMillis = 150
const maxRatio = 2

const folder = await mkdtemp(join(tmpdir(), 'latchkey-bench-users-'))
const postgres = await startEmbeddedPostgres({ folder: join(folder, 'database') })
const port = await findFreePort()
const url = `http://localhost:${port}`
const server = new Program(serverScript, {
  PORT: String(port),
  NODE_ENV: 'production',
  LATCHKEY_URL: 'https://bench.example.com',
  LATCHKEY_SECRET: 'a secret for the benchmark, long enough',
  LATCHKEY_DATA_DIR: join(folder, 'data'),
  LATCHKEY_RATE_LIMITS: 'off',
  LATCHKEY_LOG: 'warn',
  DATABASE_URL: postgres.connectionString,
})
try {
  await server.waitForResponse(url)
  const client = new pg.Client({ connectionString: postgres.connectionString })
  await client.connect()
  const started = performance.now()
  const small = await seedProject(client, few)
  const large = await seedProject(client, many)
  console.log(`Seeded ${few} and ${many} users in ${Math.round((performance.now() - started) / 1000)} s.\n`)

  printRow('Slowest of three, before ANALYZE', [`${many} users`, 'Requests for a page'])
  for (const [name, queryOf] of Object.entries(questions)) {
    const query = queryOf(large)
    const search = () => ask(large, 'server', `/users?${listQuery(query)}`)
    printRow(name, [`${(await measureSlowest(search)).toFixed(1)} ms`, String(await countRequests(large, query))])
  }
  console.log()
  await analyze(client)
  await client.end()

  printRow('Median (fastest) of each', [`${few} users`, `${many} users`, 'Ratio', 'Difference'])
  const asked: Record<string, (project: SeededProject) => Promise<unknown>> = {
    ...Object.fromEntries(
      Object.entries(questions).map(([name, queryOf]) => [
        name,
        (project: SeededProject) => ask(project, 'server', `/users?${listQuery(queryOf(project))}`),
      ]),
    ),
    'project metrics': (project) => ask(project, 'admin', '/internal/metrics'),
  }
  for (const [name, askAbout] of Object.entries(asked)) {
    const pair = await measurePair(
      () => askAbout(small),
      () => askAbout(large),
    )
    printComparison(name, pair)
  }

  console.log()
  printRow("The dashboard's list, median (fastest)", [`${few} users`, `${many} users`, 'Ratio', 'Difference'])
  for (const [name, queryOf] of Object.entries(dashboardQuestions)) {
    const search = (project: SeededProject) => ask(project, 'admin', `/internal/users?${listQuery(queryOf(project))}`)
    const pair = await measurePair(
      () => search(small),
      () => search(large),
    )
    const [{ median: fewMillis }, { median: manyMillis }] = pair
    const isMissed =
      manyMillis > maxMillis ||
      (!name.includes('request') && !name.includes('search') && manyMillis > maxRatio * fewMillis)
    printComparison(isMissed ? `MISSED: ${name}` : name, pair)
  }
} finally {
  await server.stop()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

async function measureSlowest(run: () => Promise<unknown>): Promise<number> {
  let slowest = 0
  for (let round = 0; round < 3; round++) {
    const started = performance.now()
    await run()
    slowest = Math.max(slowest, performance.now() - started)
  }
  return slowest
}

/** A request reads a limited number of users, so it may take several to fill a page. */
async function countRequests(project: SeededProject, query: Record<string, string>): Promise<number> {
  let found = 0
  let cursor: string | null | undefined
  for (let requests = 1; ; requests++) {
    const page = await ask(project, 'server', `/users?${listQuery({ ...query, ...(cursor && { cursor }) })}`)
    found += page.items.length
    cursor = page.pagination.next_cursor
    if (found >= 50 || !cursor) return requests
  }
}

interface UserPage {
  items: unknown[]
  pagination: { next_cursor: string | null }
}

function listQuery(query: Record<string, string>): URLSearchParams {
  return new URLSearchParams({ limit: '50', ...query })
}

async function ask(project: SeededProject, access: 'server' | 'admin', path: string): Promise<UserPage> {
  const response = await fetch(`${url}/api/v1${path}`, {
    headers: {
      'x-stack-project-id': project.id,
      'x-stack-access-type': access,
      'x-stack-secret-server-key': project.serverKey,
      'x-stack-super-secret-admin-key': project.adminKey,
    },
  })
  if (!response.ok) throw new Error(await response.text())
  return response.json() as Promise<UserPage>
}
