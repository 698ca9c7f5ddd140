import { describe, expect, test } from 'vitest'
import { builtInTemplates, builtInThemeIds, systemTemplateIds } from '../../projects/project-config/built-in-emails.ts'
import { insertMembership } from '../../teams/queries.ts'
import { ownEmailServer, race, testServer } from '../../testing/index.ts'
import { addOwner, createOwnedProject, createProjectOf, sessionOf } from '../../testing/owners.ts'
import { projectWithKeys, type TestProject } from '../../testing/project.ts'
import { listAuditEntries } from '../../testing/records.ts'
import { createOwner, createPerson } from '../../testing/world.ts'

type Owner = { access_token: string; id: string; teamId: string }

const as = (owner: Owner, headers = {}) => ({ as: 'admin' as const, headers: { ...sessionOf(owner), ...headers } })
const offer = { displayName: 'Pro', customerType: 'user', prices: { monthly: { USD: '5', interval: [1, 'month'] } } }
const google = {
  type: 'google',
  isShared: false,
  allowSignIn: true,
  allowConnectedAccounts: true,
  clientId: 'id-of-production',
  clientSecret: 'secret-of-production',
}

function change(project: TestProject, settings: object) {
  const body = { config_override_string: JSON.stringify(settings) }
  return project.call('PATCH /internal/config/override', { as: 'admin', body })
}

/** A project of the same server by its ID, without keys. */
const open = (server: TestProject['server'], id: string) => projectWithKeys(server, id, {} as never)

async function twins() {
  const { project: production, owner, internal } = await createOwnedProject(await testServer())
  const { server } = production
  const { id } = await production.call('POST /internal/environments', {
    ...as(owner),
    body: { environment: 'staging', current_environment: 'production' },
  })
  const staging = open(server, id)
  const compare = (project: TestProject, other: TestProject) =>
    project.call('GET /internal/environments/{project_id}/differences', {
      ...as(owner),
      params: { project_id: other.id },
    })
  const save = (project: TestProject, settings: object) =>
    project.call('PATCH /internal/config/override', {
      ...as(owner),
      body: { config_override_string: JSON.stringify(settings) },
    })
  const copy = async (from: TestProject, to: TestProject, paths: string[], headers = {}) => {
    const { source_revision } = await compare(to, from)
    const request = { params: { project_id: from.id }, body: { source_revision, paths } }
    return to.send('POST /internal/environments/{project_id}/copy', { ...as(owner, headers), ...request })
  }
  const read = async (project: TestProject) =>
    JSON.parse((await project.call('GET /internal/config', as(owner))).config_string)
  return { server, internal, owner, production, staging, compare, copy, save, read }
}

describe('another environment', () => {
  test('has the settings and logos of the project, but none of its users, keys, addresses and secrets', async () => {
    const { project, owner } = await createOwnedProject(await testServer())
    await createPerson(project)
    await change(project, {
      'auth.oauth.providers.google': google,
      'emails.server': ownEmailServer,
      'domains.trustedDomains.shop': { baseUrl: 'https://shop.example', handlerPath: '/handler' },
      'payments.offers.pro': offer,
      'branding.radius': 4,
    })
    const logo_url =
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    await project.call('PATCH /internal/projects/current', { as: 'admin', body: { display_name: 'Shop', logo_url } })
    const created = await project.call('POST /internal/environments', {
      ...as(owner),
      body: { environment: 'development', current_environment: 'production' },
    })
    expect(created).toMatchObject({ display_name: 'Shop', environment: 'development', is_production_mode: false })
    const own = await project.call('GET /internal/projects/current', as(owner))
    expect(own).toMatchObject({ environment: 'production', environment_group_id: created.environment_group_id })
    expect(created.logo_url).toContain(`/files/${created.id}/project-logos/`)
    const logo = await project.server.fetch(new URL(created.logo_url!).pathname)
    expect(logo.status).toBe(200)

    const twin = open(project.server, created.id)
    const text = (await twin.call('GET /internal/config', as(owner))).config_string
    expect(text).not.toMatch(/of-production|sender@|shop\.example/)
    expect(JSON.parse(text)).toMatchObject({
      branding: { radius: 4 },
      payments: { offers: { pro: { displayName: 'Pro' } } },
      auth: { oauth: { providers: { google: { type: 'google', allowSignIn: true, isShared: true } } } },
      emails: { server: { isShared: true } },
      domains: { allowLocalhost: true, trustedDomains: {} },
    })
    expect((await twin.call('GET /users', as(owner))).items).toEqual([])
    expect((await twin.call('GET /internal/api-keys', as(owner))).items).toEqual([])
    expect(await listAuditEntries(twin, 'project.created')).toMatchObject([
      { actor_id: owner.id, details: { environment: 'development', copied_from: project.id } },
    ])
  })

  test('lists what it lacks, without its value', async () => {
    const { production, staging, compare } = await twins()
    const server = { ...ownEmailServer, password: 'mail-secret-of-production' }
    await change(production, { 'auth.oauth.providers.google': google, 'emails.server': server })
    const seen = await compare(staging, production)
    expect(seen.kept_apart).toContainEqual({
      path: 'auth.oauth.providers.google.clientSecret',
      name: null,
      to: '(secret)',
    })
    expect(seen.kept_apart.map(({ path }) => path)).toContain('emails.server.password')
    expect(JSON.stringify(seen)).not.toMatch(/secret-of-production/)
  })

  test('is created once when two owners ask at the same time', async () => {
    const { project, owner } = await createOwnedProject(await testServer())
    const body = { environment: 'staging' as const, current_environment: 'production' as const }
    const { succeeded } = await race(4, () => project.call('POST /internal/environments', { ...as(owner), body }))
    expect(succeeded).toHaveLength(1)
    const twin = open(project.server, succeeded[0]!.id)
    const again = { ...as(owner), body: { environment: 'production' as const } }
    expect(await twin.send('POST /internal/environments', again)).toMatchObject({ status: 409 })
    expect(await project.send('POST /internal/environments', again)).toMatchObject({ status: 409 })
  })

  test('stays when the other one is deleted, which can then be made again', async () => {
    const { production, staging, owner } = await twins()
    await staging.call('DELETE /internal/projects/current', as(owner))
    expect(await production.call('GET /internal/projects/current', as(owner))).toMatchObject({
      environment: 'production',
    })
    const again = { ...as(owner), body: { environment: 'staging' as const } }
    expect(await production.send('POST /internal/environments', again)).toMatchObject({ status: 201 })
  })

  test('is another one after a change, or none, which is audited', async () => {
    const { production, staging, owner } = await twins()
    const set = (project: TestProject, environment: string | null) =>
      project.send('PATCH /internal/environments/current', { ...as(owner), body: { environment } })
    expect(await set(staging, 'production')).toMatchObject({ status: 409 })
    expect(await set(staging, 'development')).toMatchObject({ status: 200, body: { environment: 'development' } })
    expect((await set(staging, null)).body).not.toHaveProperty('environment')
    expect(await listAuditEntries(staging, 'project.updated')).toMatchObject([
      { details: { changes: [{ path: 'environment', from: 'staging', to: 'development' }] } },
      { details: { changes: [{ path: 'environment', from: 'development', to: null }] } },
    ])
    const params = { project_id: staging.id }
    const refused = await production.send('GET /internal/environments/{project_id}/differences', {
      ...as(owner),
      params,
    })
    expect(refused).toMatchObject({ status: 404, body: { code: 'PROJECT_NOT_FOUND' } })
  })
})

describe('an existing project', () => {
  async function two() {
    const { project: shop, owner } = await createOwnedProject(await testServer())
    const { server } = shop
    const other = await createProjectOf(owner, server)
    const join = (by: Owner, body: object = {}) =>
      shop.send('POST /internal/environments/join', {
        ...as(by),
        body: { project_id: other.id, environment: 'staging', current_environment: 'production', ...body },
      })
    const read = (project: TestProject) => project.call('GET /internal/projects/current', as(owner))
    return { server, owner, shop, other, join, read }
  }

  test('becomes another environment and keeps what it has, which is audited in both', async () => {
    const { owner, shop, other, join, read } = await two()
    const person = await createPerson(other)
    await change(other, { 'branding.radius': 4 })
    expect(await join(owner)).toMatchObject({ status: 200, body: { id: shop.id, environment: 'production' } })
    const joined = await read(other)
    expect(joined).toMatchObject({
      environment: 'staging',
      environment_group_id: (await read(shop)).environment_group_id,
    })
    expect((await other.call('GET /users', as(owner))).items).toMatchObject([{ id: person.id }])
    expect((await other.call('GET /internal/config', as(owner))).config_string).toContain('"radius":4')
    for (const [project, to] of [
      [shop, 'production'],
      [other, 'staging'],
    ] as const)
      expect(await listAuditEntries(project, 'project.updated')).toMatchObject([
        { actor_id: owner.id, details: { changes: [{ path: 'environment', to }] } },
      ])
    const params = { project_id: other.id }
    expect(
      await shop.call('GET /internal/environments/{project_id}/differences', { ...as(owner), params }),
    ).toMatchObject({ copyable: expect.arrayContaining([{ path: 'branding.radius', name: null, to: 4 }]) })
  })

  test.each(['admin', 'developer', 'viewer'] as const)('is not joined by somebody in the role %s', async (role) => {
    const { server, owner, join, read, other } = await two()
    expect((await join(await addOwner(server, owner.teamId, role))).status).toBe(403)
    expect(await read(other)).not.toHaveProperty('environment')
  })

  test('is only joined by an owner of both, and only if both have the same owners', async () => {
    const { server, owner, shop, join } = await two()
    const stranger = await createOwner(server)
    const theirs = await createProjectOf(stranger, server)
    const unknown = { status: 404, body: { code: 'PROJECT_NOT_FOUND' } }
    for (const project_id of [theirs.id, crypto.randomUUID(), shop.id, 'internal'])
      expect((await join(owner, { project_id })).status, project_id).toBe(404)
    expect(await join(owner, { project_id: theirs.id })).toMatchObject(unknown)
    const second = await createOwner(server)
    const third = await createProjectOf(second, server)
    await insertMembership(server.platform.db, 'internal', {
      teamId: second.teamId,
      userId: owner.id,
      permissionIds: [],
      ownerRole: 'owner',
      now: server.platform.now(),
    })
    expect(await join(owner, { project_id: third.id })).toMatchObject({
      status: 409,
      body: expect.stringContaining('different owners'),
    })
  })

  test('is refused where an app would have two of one kind, or a live project would be for testing', async () => {
    const { owner, shop, other, join } = await two()
    expect(await join(owner, { current_environment: undefined })).toMatchObject({ status: 400 })
    expect(await join(owner, { current_environment: 'staging' })).toMatchObject({ status: 409 })
    await other.call('PATCH /internal/projects/current', { ...as(owner), body: { is_production_mode: true } })
    expect(await join(owner)).toMatchObject({ status: 409, body: expect.stringContaining('production mode') })
    expect(await join(owner, { environment: 'production', current_environment: 'staging' })).toMatchObject({
      status: 200,
    })
    // Both are in a group now.
    expect(await join(owner)).toMatchObject({ status: 409, body: expect.stringContaining('environments already') })
    const third = await createProjectOf(owner, shop.server)
    expect(await join(owner, { project_id: third.id, environment: 'production' })).toMatchObject({ status: 409 })
  })

  test('is joined once when two owners ask at the same time, also from either side', async () => {
    const { owner, shop, other } = await two()
    const ways = [
      [shop, other],
      [other, shop],
    ] as const
    const { succeeded, failed } = await race(6, (index) => {
      const [own, wanted] = ways[index % 2]!
      const body = { project_id: wanted.id, environment: 'staging', current_environment: 'production' } as const
      return own.call('POST /internal/environments/join', { ...as(owner), body })
    })
    expect(succeeded).toHaveLength(1)
    for (const error of failed) expect(error).toMatchObject({ status: 409 })
  })
})

describe('development and staging', () => {
  test('are neither in production mode nor connected to Stripe, and a project that is becomes neither', async () => {
    const { staging, owner } = await twins()
    const body = { is_production_mode: true }
    expect(await staging.send('PATCH /internal/projects/current', { ...as(owner), body })).toMatchObject({
      status: 400,
    })
    const setup = await staging.send('POST /internal/payments/setup', as(owner))
    expect(setup).toMatchObject({ status: 400, body: expect.stringContaining('production only') })

    const live = await createProjectOf(owner, staging.server)
    await live.call('PATCH /internal/projects/current', { ...as(owner), body })
    const label = { environment: 'production', current_environment: 'staging' }
    expect(await live.send('POST /internal/environments', { ...as(owner), body: label })).toMatchObject({ status: 409 })
  })
})

describe('copying settings', () => {
  test('copies what was chosen, is audited on the target, and can be undone by the history', async () => {
    const { production, staging, owner, copy, save, read, compare } = await twins()
    await save(staging, { 'payments.offers.pro': offer, 'branding.radius': 4, 'auth.allowSignUp': false })
    const { copyable, revision } = await compare(production, staging)
    expect(copyable).toEqual([
      { path: 'auth.allowSignUp', name: null, from: true, to: false },
      { path: 'branding.radius', name: null, to: 4 },
      { path: 'payments.offers.pro', name: 'Pro', to: expect.objectContaining({ 'prices.monthly.USD': '5' }) },
    ])
    const copied = await copy(staging, production, ['payments', 'branding.radius'])
    expect(copied).toMatchObject({ status: 200, body: { revision: revision + 1, copied_count: 2 } })
    expect(await read(production)).toMatchObject({
      auth: { allowSignUp: true },
      branding: { radius: 4 },
      payments: { offers: { pro: { displayName: 'Pro', prices: { monthly: { USD: '5' } } } } },
    })
    expect(await listAuditEntries(production, 'project.settings_copied')).toMatchObject([
      {
        actor_type: 'owner',
        actor_id: owner.id,
        details: { from_project_id: staging.id, from_environment: 'staging', count: 2 },
      },
    ])
    expect(await listAuditEntries(staging, 'project.settings_copied')).toEqual([])
    await production.call('POST /internal/config/changes/{revision}/restore', {
      ...as(owner),
      params: { revision },
      body: { revision: revision + 1 },
    })
    expect(await read(production)).not.toMatchObject({ branding: { radius: 4 } })
  })

  test('makes everything the same that is copied, in both directions, also what was removed or reset', async () => {
    const { production, staging, copy, save, compare } = await twins()
    const magicLink = systemTemplateIds.magic_link
    const document = { ...builtInTemplates[magicLink]!.document!, subject: 'Hello' }
    await save(production, {
      'payments.offers.pro': offer,
      'rbac.permissions.editor': { scope: 'team', containedPermissionIds: { team_member: true } },
      [`emails.templates.${magicLink}`]: { displayName: 'Sign in', document },
      'auth.oauth.providers.google': google,
    })
    await save(staging, {
      'payments.offers.free': { ...offer, displayName: 'Free' },
      'payments.offers.pro': { ...offer, prices: 'include-by-default' },
      [`emails.templates.${magicLink}`]: { displayName: 'Sign in', tsxSource: 'export const EmailTemplate = 1' },
    })
    const everything = ['auth', 'emails', 'payments', 'rbac']
    for (const [from, to] of [
      [production, staging],
      [staging, production],
    ] as const) {
      await save(from, { 'branding.mode': 'dark', 'rbac.permissions.editor': null, 'payments.offers.extra': offer })
      expect(await copy(from, to, [...everything, 'branding'])).toMatchObject({ status: 200 })
      expect((await compare(to, from)).copyable).toEqual([])
    }
  })

  test('never copies or removes what belongs to each environment, also by a path above it', async () => {
    const { production, staging, copy, save, read } = await twins()
    const domain = { baseUrl: 'https://shop.example', handlerPath: '/handler' }
    await save(production, {
      'auth.oauth.providers.google': google,
      'emails.server': ownEmailServer,
      'domains.trustedDomains.shop': domain,
    })
    await save(staging, {
      'auth.oauth.providers.google': { ...google, clientId: 'id-of-staging', clientSecret: 'x', allowSignIn: false },
      'emails.server': { ...ownEmailServer, host: 'staging.example' },
    })
    for (const path of ['domains', 'emails.server', 'auth.oauth.providers.google.clientSecret']) {
      expect(await copy(staging, production, [path])).toMatchObject({ status: 400 })
    }
    expect(await copy(staging, production, ['auth', 'emails', 'payments'])).toMatchObject({ status: 200 })
    expect(await read(production)).toMatchObject({
      auth: { oauth: { providers: { google: { ...google, allowSignIn: false } } } },
      emails: { server: ownEmailServer },
      domains: { trustedDomains: { shop: domain } },
    })
  })

  test('refuses a setting that has no effect without another one', async () => {
    const { production, staging, copy, save } = await twins()
    const id = 'c0a80101-0000-4000-8000-000000000001'
    const theme = { displayName: 'Ours', tsxSource: 'export const EmailTheme = 1' }
    await save(staging, { [`emails.themes.${id}`]: theme, 'emails.selectedThemeId': id })
    const refused = await copy(staging, production, ['emails.selectedThemeId'])
    expect(refused).toMatchObject({ status: 400, body: expect.stringContaining('emails.selectedThemeId') })
    expect(await copy(staging, production, ['emails'])).toMatchObject({ status: 200 })
    expect(builtInThemeIds.light).not.toBe(id)
  })

  test('is compared with what others have saved since', async () => {
    const { production, staging, copy, save, read, compare } = await twins()
    await save(staging, { 'branding.radius': 4, 'branding.mode': 'dark' })
    const { revision } = await compare(production, staging)
    await save(production, { 'branding.radius': 9, 'auth.allowSignUp': false })
    const basis = { 'x-stack-revision': String(revision) }
    const refused = await copy(staging, production, ['branding'], basis)
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'SAVE_CONFLICT', details: { conflicts: [{ path: 'branding.radius', mine: 4, theirs: 9 }] } },
    })
    const resolved = { ...basis, 'x-stack-resolved-revision': String(revision + 1) }
    const keepTheirs = { ...resolved, 'x-stack-keep-theirs': 'branding.radius' }
    expect(await copy(staging, production, ['branding'], keepTheirs)).toMatchObject({
      status: 200,
      body: { copied_count: 1 },
    })
    expect(await read(production)).toMatchObject({
      branding: { radius: 9, mode: 'dark' },
      auth: { allowSignUp: false },
    })
  })

  test('copies nothing if the source was changed since the comparison', async () => {
    const { production, staging, owner, save, compare } = await twins()
    await save(staging, { 'branding.radius': 4 })
    const { source_revision } = await compare(production, staging)
    await save(staging, { 'branding.radius': 5 })
    const request = { params: { project_id: staging.id }, body: { source_revision, paths: ['branding'] } }
    const refused = await production.send('POST /internal/environments/{project_id}/copy', { ...as(owner), ...request })
    expect(refused).toMatchObject({ status: 409, body: expect.stringContaining('changed since you compared') })
  })

  test('works both ways at once', async () => {
    const { production, staging, copy, save } = await twins()
    await save(staging, { 'branding.radius': 4 })
    const both = [copy(staging, production, ['branding']), copy(production, staging, ['auth'])]
    for (const response of await Promise.all(both)) expect([200, 409]).toContain(response.status)
  })
})

describe('what is refused', () => {
  const routes = [
    ['GET /internal/environments/{project_id}/differences', {}],
    ['POST /internal/environments/{project_id}/copy', { body: { source_revision: 0, paths: ['auth'] } }],
  ] as const

  test('projects of others as source or target, and own ones that are no environments of the same app', async () => {
    const { production, staging, owner, server } = await twins()
    const others = await twins()
    const unrelated = await createProjectOf(owner, server)
    for (const [route, request] of routes) {
      for (const source of [others.production, others.staging, unrelated, production]) {
        const params = { project_id: source.id }
        const refused = await production.send(route, { ...as(owner), ...request, params })
        expect(refused).toMatchObject({ status: 404, body: { code: 'PROJECT_NOT_FOUND' } })
      }
      const params = { project_id: production.id }
      const foreign = await others.production.send(route, { ...as(owner), ...request, params })
      expect(foreign).toMatchObject({ status: 401, body: { code: 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN' } })
      // The key of one project does not open the other one.
      const withKey = await production.send(route, { as: 'admin', ...request, params: { project_id: staging.id } })
      expect(withKey).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    }
  })

  test('a project that was transferred to another team is no longer an environment', async () => {
    const { production, staging, owner, internal, server } = await twins()
    const other = await createOwner(server)
    const { db } = server.platform
    const member = { project_id: 'internal', team_id: other.teamId, user_id: owner.id, created_at: new Date() }
    await db.insertInto('team_memberships').values(member).execute()
    const body = { project_id: staging.id, new_team_id: other.teamId }
    await internal.call('POST /internal/projects/transfer', { user: owner, body })
    expect(await staging.call('GET /internal/projects/current', as(owner))).not.toHaveProperty('environment')
    const params = { project_id: staging.id }
    const refused = await production.send('GET /internal/environments/{project_id}/differences', {
      ...as(owner),
      params,
    })
    expect(refused.status).toBe(404)
  })

  test('changes by those who may only read, and reading by support', async () => {
    const { production, staging, owner, server } = await twins()
    const params = { project_id: staging.id }
    const outcomes = { developer: [200, 200], viewer: [200, 403], support: [403, 403] } as const
    for (const [role, expected] of Object.entries(outcomes)) {
      const person = await addOwner(server, owner.teamId, role as keyof typeof outcomes)
      const statuses = []
      for (const [route, request] of routes) {
        const paths = { ...request, params }
        if ('body' in paths) paths.body = { ...paths.body, source_revision: 0 } as never
        statuses.push((await production.send(route, { ...as(person), ...paths })).status)
      }
      expect(statuses).toEqual(expected)
      const body = { environment: 'development' }
      const created = await production.send('POST /internal/environments', { ...as(person), body })
      expect(created.status).toBe(role === 'developer' ? 201 : 403)
    }
  })
})
