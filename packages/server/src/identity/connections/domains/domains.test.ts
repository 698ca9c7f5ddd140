import { Resolver } from 'node:dns/promises'
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { companyActions, newDomain } from '../../../testing/connections.ts'
import { createDatabase } from '../../../testing/database.ts'
import { createTestProject, openTestServer, race, type TestServer } from '../../../testing/index.ts'
import { type NameServer, openNameServer } from '../../../testing/name-server.ts'
import { listAuditEntries } from '../../../testing/records.ts'
import { teamActions } from '../../../testing/team.ts'
import { findRecord } from './find-record.ts'
import { readDomain } from './name.ts'
import { checkDueDomains } from './verify.ts'

const day = 24 * 3600 * 1000

let names: NameServer
let server: TestServer
let now = Date.now()
let close: () => Promise<unknown>
beforeAll(async () => {
  names = await openNameServer()
  // A database of its own: the job checks all projects, and would let the domains of the tests beside it lapse.
  const database = await createDatabase(inject('databaseUrl'))
  server = await openTestServer(database.url, {
    config: { nameServers: [names.address] },
    now: () => new Date(now),
  })
  close = () => server.close().then(database.drop)
})
afterAll(() => Promise.all([close(), names.close()]))

async function openCompany() {
  const project = await createTestProject(server)
  const teams = teamActions(project)
  return { project, ...teams, ...companyActions(project), teamId: await teams.createTeam() }
}

test.each([
  ['Example.COM.', 'example.com'],
  [' münchen.example.com ', 'xn--mnchen-3ya.example.com'],
  ['example.co.uk', 'example.co.uk'],
])('%j is stored as %s', (text, stored) => expect(readDomain(text)).toBe(stored))

test.each([
  ['co.uk', 'public_suffix'],
  ['gmail.com', 'free_mail'],
  ['GoogleMail.com', 'free_mail'],
  ['outlook.de', 'free_mail'],
  ['127.0.0.1', 'invalid'],
  ['[::1]', 'invalid'],
  ['com', 'invalid'],
  ['localhost', 'invalid'],
  ['example.com#x', 'invalid'],
  ['example.com\\x', 'invalid'],
  ['example%2ecom', 'invalid'],
  ['кириллица', 'invalid'],
  ['ada@example.com', 'invalid'],
  ['https://example.com', 'invalid'],
  ['example.com/path', 'invalid'],
  ['exa mple.com', 'invalid'],
  ['-example.com', 'invalid'],
  ['example..com', 'invalid'],
  [`${'a.'.repeat(126)}example.com`, 'invalid'],
  ['_dmarc.example.com', 'invalid'],
  ['', 'invalid'],
])('%j is refused', (text, reason) => {
  expect(() => readDomain(text)).toThrow(
    expect.objectContaining({ code: 'CONNECTION_DOMAIN_REFUSED', details: { domain: text, reason } }),
  )
})

test('a domain counts once its record is found, and is added once however it is written', async () => {
  const { project, addDomain, check, teamId } = await openCompany()
  const domain = newDomain()
  const added = await addDomain(domain.toUpperCase(), teamId)
  expect(added).toMatchObject({ domain, is_proven: false, record: { name: `_latchkey-challenge.${domain}` } })
  expect(await addDomain(domain, teamId)).toEqual(added)
  expect(await check(added.id)).toMatchObject({ is_proven: false, result: 'missing' })
  names.records.set(added.record.name, ['latchkey-domain=somebody-elses'])
  expect(await check(added.id)).toMatchObject({ is_proven: false, result: 'missing' })
  names.records.set(added.record.name, ['another text', added.record.value])
  expect(await check(added.id)).toMatchObject({ is_proven: true, result: 'found' })
  expect((await listAuditEntries(project, 'connection_domain')).map(({ action }) => action)).toEqual([
    'connection_domain.created',
    'connection_domain.proven',
  ])
})

test('a challenge is of no use to another team or project', async () => {
  const [one, two] = [await openCompany(), await openCompany()]
  const domain = newDomain()
  await one.prove(names, domain, one.teamId)
  const elsewhere = [
    { ...one, team: await one.createTeam() },
    { ...two, team: two.teamId },
  ]
  for (const { addDomain, check, team } of elsewhere) {
    expect(await check((await addDomain(domain, team)).id)).toMatchObject({ is_proven: false, result: 'missing' })
  }
})

test('a domain is proven by one team of a project, also if two prove it at once', async () => {
  const { addDomain, check, createTeam, project } = await openCompany()
  const domain = newDomain()
  const added = await Promise.all([1, 2, 3, 4].map(async () => addDomain(domain, await createTeam())))
  names.records.set(
    added[0]!.record.name,
    added.map(({ record }) => record.value),
  )
  const { succeeded, failed } = await race(4, (index) => check(added[index]!.id))
  expect(failed).toEqual([])
  const results = succeeded.map(({ result }) => result).sort()
  expect(results).toEqual(['found', 'proven_elsewhere', 'proven_elsewhere', 'proven_elsewhere'])
  const { items } = await project.call('GET /connection-domains', { as: 'server', query: {} })
  expect(items.filter(({ is_proven }) => is_proven).length).toBe(1)
})

test('the same domain can be proven in several projects', async () => {
  const domain = newDomain()
  for (const { prove, teamId } of [await openCompany(), await openCompany()]) {
    expect(await prove(names, domain, teamId)).toMatchObject({ result: 'found' })
  }
})

test('name servers that do not answer prove nothing and end nothing', async () => {
  const { prove, addDomain, check, teamId } = await openCompany()
  const proven = await prove(names, newDomain(), teamId)
  const added = await addDomain(newDomain(), teamId)
  names.isSilent = true
  try {
    expect(await check(added.id)).toMatchObject({ is_proven: false, result: 'unreachable' })
    expect(await check(proven.id)).toMatchObject({ is_proven: true, result: 'unreachable', failing_since_millis: null })
  } finally {
    names.isSilent = false
  }
}, 60_000)

test('a proven domain is checked again every week, and lapses when its record was missing for a week', async () => {
  const { project, prove, teamId, createMember, grant } = await openCompany()
  const keeper = await createMember(teamId)
  await grant(teamId, keeper, '$manage_connections')
  const proven = await prove(names, newDomain(), teamId)
  const read = async () => {
    const { items } = await project.call('GET /connection-domains', { as: 'server', query: { team_id: teamId } })
    return items[0]!
  }
  const checkAfter = async (days: number) => {
    now += days * day
    await checkDueDomains(server.platform)
  }
  await checkAfter(6)
  expect((await read()).checked_at_millis).toBe(proven.checked_at_millis)
  await checkAfter(1)
  expect(await read()).toMatchObject({ is_proven: true, checked_at_millis: now })

  names.records.delete(proven.record.name)
  await checkAfter(7)
  expect(await read()).toMatchObject({ is_proven: true, failing_since_millis: now })
  names.records.set(proven.record.name, [proven.record.value])
  await checkAfter(1)
  expect(await read()).toMatchObject({ is_proven: true, failing_since_millis: null })

  names.records.delete(proven.record.name)
  await checkAfter(7)
  await checkAfter(6)
  expect(await read()).toMatchObject({ is_proven: true })
  await checkAfter(1)
  expect(await read()).toMatchObject({ is_proven: false, failing_since_millis: null })
  const { db } = server.platform
  const mails = await db.selectFrom('outgoing_emails').select('kind').where('project_id', '=', project.id).execute()
  expect(mails).toEqual([{ kind: 'domain_lapsed' }])
  expect(await listAuditEntries(project, 'connection_domain.lapsed')).toMatchObject([
    { actor_type: 'system', details: { domain: proven.domain } },
  ])
  // Nobody looks for it any more.
  const asked = names.asked.length
  await checkAfter(30)
  expect(names.asked.slice(asked)).not.toContain(proven.record.name)
})

test('a proof lapses, too, if its name servers have been silent for a month', async () => {
  const { project, prove, teamId, createMember, grant } = await openCompany()
  await grant(teamId, await createMember(teamId), '$manage_connections')
  const proven = await prove(names, newDomain(), teamId)
  const read = async () => {
    const { items } = await project.call('GET /connection-domains', { as: 'server', query: { team_id: teamId } })
    return items[0]!
  }
  const checkAfter = async (days: number) => {
    now += days * day
    await checkDueDomains(server.platform)
  }
  names.isSilent = true
  try {
    await checkAfter(7)
    expect(await read()).toMatchObject({ is_proven: true, failing_since_millis: null })
    names.isSilent = false
    await checkAfter(29)
    expect(await read()).toMatchObject({ is_proven: true })
    names.isSilent = true
    await checkAfter(7)
    await checkAfter(29)
    expect(await read()).toMatchObject({ is_proven: true })
    await checkAfter(1)
    expect(await read()).toMatchObject({ is_proven: false })
  } finally {
    names.isSilent = false
  }
  const { db } = server.platform
  const mails = await db.selectFrom('outgoing_emails').select('kind').where('project_id', '=', project.id).execute()
  expect(mails).toEqual([{ kind: 'domain_lapsed' }])
  expect(await listAuditEntries(project, 'connection_domain.lapsed')).toMatchObject([
    { details: { domain: proven.domain } },
  ])
}, 60_000)

test('whoever lets a domain lapse cannot keep another team from proving it', async () => {
  const { prove, createTeam, teamId } = await openCompany()
  const domain = newDomain()
  await prove(names, domain, teamId)
  expect(await prove(names, domain, await createTeam())).toMatchObject({ result: 'proven_elsewhere' })
  now += 8 * day
  await checkDueDomains(server.platform)
  now += 8 * day
  await checkDueDomains(server.platform)
  expect(await prove(names, domain, await createTeam())).toMatchObject({ result: 'found' })
})

/** Answers for the resolver of the machine, and remembers which servers are asked for records, of which they have none. */
function pretendZones(zones: Record<string, string[]>): string[][] {
  const asked: string[][] = []
  const unknown = () => Promise.reject(Object.assign(new Error('Unknown name'), { code: 'ENOTFOUND' }))
  const addressesOf = async (name: string) => zones[name.replace('ns.', '')] ?? unknown()
  vi.spyOn(Resolver.prototype, 'resolveNs').mockImplementation(async (name) =>
    zones[name] ? [`ns.${name}`] : unknown(),
  )
  vi.spyOn(Resolver.prototype, 'resolve4').mockImplementation(addressesOf as never)
  vi.spyOn(Resolver.prototype, 'resolve6').mockImplementation(unknown as never)
  vi.spyOn(Resolver.prototype, 'resolveTxt').mockImplementation(function (this: Resolver) {
    asked.push(this.getServers())
    return unknown()
  })
  onTestFinished(() => void vi.restoreAllMocks())
  return asked
}

const asInProduction = { nameServers: [], isProduction: true }

test.each([
  ['the domain itself', 'ada.example.com', { 'ada.example.com': ['8.8.8.1'], 'example.com': ['8.8.8.2'] }, '8.8.8.1'],
  ['the domain above it', 'ada.example.com', { 'example.com': ['8.8.8.2'], com: ['8.8.8.3'] }, '8.8.8.2'],
  ['the top-level domain, if the domain is no longer registered', 'expired.com', { com: ['8.8.8.3'] }, '8.8.8.3'],
  ['the public suffix, likewise', 'expired.co.uk', { 'co.uk': ['8.8.8.4'], uk: ['8.8.8.5'] }, '8.8.8.4'],
])('the name servers of %s are asked', async (_, domain, zones, address) => {
  const asked = pretendZones(zones as Record<string, string[]>)
  expect(await findRecord(asInProduction, { domain, challenge: 'x' })).toBe('missing')
  expect(asked).toEqual([[address]])
})

test('name servers in our own network are not asked in production', async () => {
  const asked = pretendZones({ 'example.com': ['10.0.0.1', '169.254.169.254'] })
  expect(await findRecord(asInProduction, { domain: 'example.com', challenge: 'x' })).toBe('unreachable')
  expect(asked).toEqual([])
})
