import { expect, test } from 'vitest'
import { ownEmailServer, testServer } from '../../testing/index.ts'
import { addOwner, createOwnedProject, sessionOf } from '../../testing/owners.ts'
import type { TestProject } from '../../testing/project.ts'
import {
  builtInTemplates,
  builtInThemeIds,
  builtInThemes,
  sampleTemplate,
  systemTemplateIds,
} from '../project-config/built-in-emails.ts'

type Request = { params?: Record<string, string>; body?: object }
type Save = [route: string, request: Request]

interface Kind {
  what: string
  /** Returns the ID of what is edited, if it has to be created. */
  prepare?: (project: TestProject) => Promise<string>
  save: (value: string, id: string) => Save
  /** A save of another field that is not in anybody's way. */
  unrelated: (id: string) => Save
  path: string | ((id: string) => string)
  /** The values that two owners choose. */
  values?: [string, string, string]
}

const patch = (settings: object): Save => [
  'PATCH /internal/config/override',
  { body: { config_override_string: JSON.stringify(settings) } },
]
const update = (body: object): Save => ['PATCH /internal/projects/current', { body }]
const template = (text: string) => `${sampleTemplate}\n// ${text}`
const theme = (text: string) => `export const EmailTheme = ({ children }) => <p>{children}${text}</p>`
const document = (text: string) => ({ ...builtInTemplates[magicLink]!.document!, subject: `${text} {{otp}}` })
const themeDocument = (footer: string) => ({ ...builtInThemes[builtInThemeIds.light]!.document!, footer })
const offer = (displayName: string, amount = '5') => ({
  displayName,
  customerType: 'user',
  prices: { monthly: { USD: amount, interval: [1, 'month'] } },
})
const admin = { as: 'admin' } as const
const magicLink = systemTemplateIds.magic_link

const kinds: Kind[] = [
  {
    what: 'the name of the project',
    save: (display_name) => update({ display_name }),
    unrelated: () => update({ description: 'For field work' }),
    path: 'display_name',
  },
  {
    what: 'a setting',
    save: (value) => update({ config: { oauth_account_merge_strategy: value } }),
    unrelated: () => update({ config: { sign_up_enabled: false } }),
    path: 'auth.oauth.accountMergeStrategy',
    values: ['raise_error', 'allow_duplicates', 'link_method'],
  },
  {
    what: 'the branding',
    save: (color) => patch({ 'branding.light.primary': color }),
    unrelated: () => patch({ 'branding.radius': 4 }),
    path: 'branding.light.primary',
    values: ['#112233', '#445566', '#778899'],
  },
  {
    what: 'a sign-in provider',
    prepare: async (project) => {
      await send(project, patch({ 'auth.oauth.providers.github': { type: 'github', isShared: false, clientId: 'a' } }))
      return 'github'
    },
    save: (clientId) => patch({ 'auth.oauth.providers.github.clientId': clientId }),
    unrelated: () => patch({ 'auth.oauth.providers.github.clientSecret': 'other' }),
    path: 'auth.oauth.providers.github.clientId',
  },
  {
    what: 'a domain',
    prepare: async (project) => {
      await send(project, patch({ 'domains.trustedDomains.a': { baseUrl: 'https://a.example', handlerPath: '/h' } }))
      return 'a'
    },
    save: (handlerPath) =>
      patch({ 'domains.trustedDomains.a': { baseUrl: 'https://a.example', handlerPath: `/${handlerPath}` } }),
    unrelated: () => patch({ 'domains.trustedDomains.b': { baseUrl: 'https://b.example', handlerPath: '/h' } }),
    path: 'domains.trustedDomains.a.handlerPath',
  },
  {
    what: 'an email template',
    prepare: async (project) => {
      await send(project, patch({ 'emails.server': ownEmailServer }))
      return magicLink
    },
    save: (text) => [
      'PATCH /internal/email-templates/{id}',
      { params: { id: magicLink }, body: { tsx_source: template(text) } },
    ],
    unrelated: () => patch({ 'auth.allowSignUp': false }),
    path: `emails.templates.${magicLink}.tsxSource`,
  },
  {
    what: 'an email theme',
    prepare: async (project) =>
      (await project.call('POST /internal/email-themes', { ...admin, body: { display_name: 'Ours' } })).id,
    save: (text, id) => ['PATCH /internal/email-themes/{id}', { params: { id }, body: { tsx_source: theme(text) } }],
    unrelated: () => patch({ 'auth.allowSignUp': false }),
    path: (id) => `emails.themes.${id}.tsxSource`,
  },
  {
    what: 'a draft',
    prepare: async (project) =>
      (await project.call('POST /internal/email-drafts', { ...admin, body: { display_name: 'News' } })).id,
    save: (text, id) => ['PATCH /internal/email-drafts/{id}', { params: { id }, body: { tsx_source: text } }],
    unrelated: (id) => ['PATCH /internal/email-drafts/{id}', { params: { id }, body: { display_name: 'Old news' } }],
    path: 'tsx_source',
  },
  {
    what: 'a visual email template',
    prepare: async (project) => {
      await send(project, patch({ 'emails.server': ownEmailServer }))
      return magicLink
    },
    save: (text) => [
      'PATCH /internal/email-templates/{id}',
      { params: { id: magicLink }, body: { document: document(text) } },
    ],
    unrelated: () => patch({ 'auth.allowSignUp': false }),
    path: `emails.templates.${magicLink}.document`,
  },
  {
    what: 'a visual email theme',
    save: (text) => [
      'PATCH /internal/email-themes/{id}',
      { params: { id: builtInThemeIds.light }, body: { document: themeDocument(text) } },
    ],
    unrelated: () => patch({ 'auth.allowSignUp': false }),
    path: `emails.themes.${builtInThemeIds.light}.document`,
  },
  {
    what: 'a visual draft',
    prepare: async (project) => {
      const body = { display_name: 'News', document: document('first') }
      return (await project.call('POST /internal/email-drafts', { ...admin, body })).id
    },
    save: (text, id) => ['PATCH /internal/email-drafts/{id}', { params: { id }, body: { document: document(text) } }],
    unrelated: (id) => ['PATCH /internal/email-drafts/{id}', { params: { id }, body: { display_name: 'Old news' } }],
    path: 'document',
  },
  {
    what: 'the email server',
    save: (host) => patch({ 'emails.server.host': host }),
    unrelated: () => patch({ 'emails.server.senderName': 'Ada' }),
    path: 'emails.server.host',
  },
  {
    what: 'an offer',
    prepare: async (project) => {
      await send(project, patch({ 'payments.offers.pro': offer('Pro') }))
      return 'pro'
    },
    save: (name) => patch({ 'payments.offers.pro': offer(name) }),
    unrelated: () => patch({ 'payments.offers.pro': offer('Pro', '7') }),
    path: 'payments.offers.pro.displayName',
  },
  {
    what: 'an item',
    save: (displayName) => patch({ 'payments.items.credits': { displayName, customerType: 'user' } }),
    unrelated: () => patch({ 'payments.items.seats': { displayName: 'Seats', customerType: 'team' } }),
    path: 'payments.items.credits',
  },
  {
    what: 'a webhook endpoint',
    prepare: async (project) =>
      (await project.call('POST /internal/webhook-endpoints', { ...admin, body: { url: 'https://a.example' } })).id,
    save: (description, endpoint_id) => [
      'PATCH /internal/webhook-endpoints/{endpoint_id}',
      { params: { endpoint_id }, body: { description } },
    ],
    unrelated: (endpoint_id) => [
      'PATCH /internal/webhook-endpoints/{endpoint_id}',
      { params: { endpoint_id }, body: { event_types: ['user.created'] } },
    ],
    path: 'description',
  },
  {
    what: 'a connection',
    prepare: async (project) => {
      const body = { display_name: 'Acme', type: 'saml' as const }
      return (await project.call('POST /connections', { as: 'server', body })).id
    },
    save: (email, connection_id) => [
      'PATCH /connections/{connection_id}',
      { params: { connection_id }, body: { attributes: { email } } },
    ],
    unrelated: (connection_id) => [
      'PATCH /connections/{connection_id}',
      { params: { connection_id }, body: { display_name: 'Old news' } },
    ],
    path: 'attributes',
  },
  {
    what: 'an OAuth client',
    prepare: async (project) => {
      const body = { display_name: 'Acme', type: 'web' as const, redirect_uris: ['https://acme.example/callback'] }
      return (await project.call('POST /oauth-clients', { as: 'server', body })).id
    },
    save: (display_name, id) => ['PATCH /oauth-clients/{id}', { params: { id }, body: { display_name } }],
    unrelated: (id) => ['PATCH /oauth-clients/{id}', { params: { id }, body: { skips_consent: true } }],
    path: 'display_name',
  },
  {
    what: 'the roles of a directory',
    prepare: async (project) => {
      const { id: team_id } = await project.call('POST /teams', { as: 'server', body: { display_name: 'Acme' } })
      return (await project.call('POST /directories', { as: 'server', body: { team_id } })).id
    },
    save: (group, directory_id) => [
      'PATCH /directories/{directory_id}',
      { params: { directory_id }, body: { roles: [{ group, permission_id: 'team_admin' }] } },
    ],
    unrelated: () => patch({ 'auth.allowSignUp': false }),
    path: 'roles',
  },
  {
    what: 'a permission',
    prepare: async (project) => {
      await project.call('POST /team-permission-definitions', { ...admin, body: { id: 'read' } })
      return 'read'
    },
    save: (description, id) => ['PATCH /team-permission-definitions/{id}', { params: { id }, body: { description } }],
    unrelated: () => ['POST /team-permission-definitions', { body: { id: 'write' } }],
    path: 'rbac.permissions.read.description',
  },
  {
    what: 'a data vault store',
    save: (displayName) => patch({ 'dataVault.stores.notes': { displayName } }),
    unrelated: () => patch({ 'dataVault.stores.keys': { displayName: 'Keys' } }),
    path: 'dataVault.stores.notes',
  },
]

const send = (project: TestProject, [route, request]: Save, headers: Record<string, string> = {}) =>
  project.send(route, { ...request, ...admin, headers } as never)

async function twoOwners(kind: Pick<Kind, 'prepare'> = {}) {
  const server = await testServer()
  const { project, owner: ada } = await createOwnedProject(server)
  const grace = await addOwner(server, ada.teamId, 'owner')
  const id = (await kind.prepare?.(project)) ?? ''
  const readRevision = async () => (await project.call('GET /internal/projects/current', admin)).revision
  const by = (owner: typeof ada) => ({
    save: (save: Save, headers: Record<string, string> = {}) =>
      send(project, save, { ...sessionOf(owner), ...headers }),
    saveAt: (revision: number, save: Save, more: Record<string, string> = {}) =>
      send(project, save, { ...sessionOf(owner), 'x-stack-revision': String(revision), ...more }),
  })
  return { project, id, readRevision, ada: by(ada), grace: by(grace), graceId: grace.id }
}

test.each(kinds)('two owners who change $what: the second learns who changed it, and decides', async (kind) => {
  const { id, readRevision, ada, grace, graceId } = await twoOwners(kind)
  const [theirs, mine, other] = kind.values ?? ['theirs', 'mine', 'other']
  const opened = await readRevision()
  expect(await grace.saveAt(opened, kind.save(theirs, id))).toMatchObject({ status: 200 })
  const refused = await ada.saveAt(opened, kind.save(mine, id))
  const path = typeof kind.path === 'string' ? kind.path : kind.path(id)
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'SAVE_CONFLICT', details: { conflicts: [{ path, actor: { type: 'owner', id: graceId } }] } },
  })
  const { revision, conflicts } = (refused.body as { details: Conflict }).details
  expect(JSON.stringify(conflicts[0]!.theirs)).toContain(theirs)
  expect(JSON.stringify(conflicts[0]!.mine)).toContain(mine)
  expect(revision).toBe(await readRevision())

  // Keeping theirs saves nothing of mine, and keeping mine replaces theirs.
  const seen = { 'x-stack-resolved-revision': String(revision) }
  expect(await ada.saveAt(opened, kind.save(mine, id), { ...seen, 'x-stack-keep-theirs': path })).toMatchObject({
    status: 200,
  })
  expect(await ada.saveAt(opened, kind.save(mine, id), seen)).toMatchObject({ status: 200 })
  // Grace has not seen that.
  expect(await grace.saveAt(revision, kind.save(other, id))).toMatchObject({ status: 409 })
})

interface Conflict {
  revision: number
  conflicts: { path: string; mine?: unknown; theirs?: unknown; both?: unknown; name: string | null }[]
}

test('two owners who add to a list can keep what both have added, without what either has removed', async () => {
  const prepare = async (project: TestProject) => {
    const body = { url: 'https://a.example', event_types: ['user.created', 'user.deleted', 'team.created'] as const }
    return (await project.call('POST /internal/webhook-endpoints', { ...admin, body: body as never })).id
  }
  const { id, readRevision, ada, grace } = await twoOwners({ prepare })
  const listen = (...event_types: string[]): Save => [
    'PATCH /internal/webhook-endpoints/{endpoint_id}',
    { params: { endpoint_id: id }, body: { event_types } },
  ]
  const opened = await readRevision()
  const readConflict = async (save: Save) => {
    const { body } = await ada.saveAt(opened, save)
    return (body as { details: Conflict }).details.conflicts[0]!
  }
  await grace.saveAt(opened, listen('user.deleted', 'team.created', 'team.updated'))
  const { both } = await readConflict(listen('user.updated', 'user.created', 'team.created'))
  expect(both).toEqual(['team.created', 'team.updated', 'user.updated'])
  // That is what Grace has saved, and no third choice.
  expect(await readConflict(listen('user.deleted', 'team.created'))).not.toHaveProperty('both')
})

test.each(kinds)('changes of $what and of something else are both kept', async (kind) => {
  const { project, id, readRevision, ada, grace } = await twoOwners(kind)
  const opened = await readRevision()
  const [mine] = kind.values ?? ['mine']
  await grace.saveAt(opened, kind.unrelated(id))
  const before = await snapshot(project)
  expect((await ada.saveAt(opened, kind.save(mine, id))).status).toBe(200)
  const after = await snapshot(project)
  expect(after).toContain(mine)
  // What Grace saved is still there.
  for (const value of ['For field work', '"allowSignUp":false', '"radius":4', 'b.example', 'Old news', '"7"', 'Seats'])
    expect(after.includes(value)).toBe(before.includes(value))
})

async function snapshot(project: TestProject): Promise<string> {
  const { config_string } = await project.call('GET /internal/config', admin)
  const { display_name, description } = await project.call('GET /internal/projects/current', admin)
  const { drafts } = await project.call('GET /internal/email-drafts', admin)
  const { items } = await project.call('GET /internal/webhook-endpoints', admin)
  const connections = await project.call('GET /connections', { as: 'server', query: {} })
  const clients = await project.call('GET /oauth-clients', { as: 'server', query: {} })
  const directories = await project.call('GET /directories', { as: 'server', query: {} })
  const others = [drafts, items, connections.items, clients.items, directories.items]
  return config_string + JSON.stringify([display_name, description, ...others])
}

test('a provider with keys is added beside a change that its owner has not seen', async () => {
  const { ada, grace, readRevision } = await twoOwners()
  const opened = await readRevision()
  await grace.saveAt(opened, update({ config: { magic_link_enabled: true } }))
  const keys = { type: 'github', isShared: false, clientId: 'client', clientSecret: 'secret' }
  expect(await ada.saveAt(opened, patch({ 'auth.oauth.providers.github': keys }))).toMatchObject({ status: 200 })
})

test.each(kinds)('clients that send no revision change $what as before', async (kind) => {
  const { id, readRevision, ada, grace } = await twoOwners(kind)
  const [theirs, mine] = kind.values ?? ['theirs', 'mine']
  const opened = await readRevision()
  await grace.saveAt(opened, kind.save(theirs, id))
  expect(await ada.save(kind.save(mine, id))).toMatchObject({ status: 200 })
})

test.each(kinds)('the configuration editor can save what saving $what stores', async (kind) => {
  const { project, id, ada } = await twoOwners(kind)
  const [mine] = kind.values ?? ['mine']
  await ada.save(kind.save(mine, id))
  const { config_override_string, revision } = await project.call('GET /internal/config/override', admin)
  const body = { config_override_string, revision }
  expect(await ada.save(['PUT /internal/config/override', { body }])).toMatchObject({ status: 200 })
})

test('a resolved conflict is one again if the field was changed once more', async () => {
  const { readRevision, ada, grace } = await twoOwners()
  const opened = await readRevision()
  const name = (text: string) => update({ display_name: text })
  await grace.saveAt(opened, name('First'))
  const { revision } = ((await ada.saveAt(opened, name('Mine'))).body as { details: Conflict }).details
  await grace.saveAt(revision, name('Second'))
  const seen = { 'x-stack-resolved-revision': String(revision) }
  expect(await ada.saveAt(opened, name('Mine'), seen)).toMatchObject({
    status: 409,
    body: { details: { conflicts: [{ theirs: 'Second', mine: 'Mine' }] } },
  })
})

test('conflicts of the project and its settings are one, and nothing of the save is kept', async () => {
  const { project, readRevision, ada, grace } = await twoOwners()
  const opened = await readRevision()
  const save = (name: string, strategy: string) =>
    update({ display_name: name, description: name, config: { oauth_account_merge_strategy: strategy } })
  await grace.saveAt(
    opened,
    update({ display_name: 'Theirs', config: { oauth_account_merge_strategy: 'raise_error' } }),
  )
  const refused = await ada.saveAt(opened, save('Mine', 'allow_duplicates'))
  const { conflicts, revision } = (refused.body as { details: Conflict }).details
  expect(conflicts.map(({ path }) => path)).toEqual(['display_name', 'auth.oauth.accountMergeStrategy'])
  expect(await readRevision()).toBe(revision)
  const headers = { 'x-stack-resolved-revision': String(revision), 'x-stack-keep-theirs': 'display_name' }
  await ada.saveAt(opened, save('Mine', 'allow_duplicates'), headers)
  expect(await project.call('GET /internal/projects/current', admin)).toMatchObject({
    display_name: 'Theirs',
    description: 'Mine',
    config: { oauth_account_merge_strategy: 'allow_duplicates' },
  })
})

test('an offer that is deleted during an edit is one conflict, not one for each field', async () => {
  const { project, readRevision, ada, grace } = await twoOwners(kinds.find(({ what }) => what === 'an offer'))
  const opened = await readRevision()
  await grace.saveAt(opened, patch({ 'payments.offers.pro': null }))
  const edited = patch({ 'payments.offers.pro': offer('Professional') })
  const refused = await ada.saveAt(opened, edited)
  const { revision, conflicts } = (refused.body as { details: Conflict }).details
  expect(conflicts).toEqual([expect.objectContaining({ path: 'payments.offers.pro', name: 'Professional' })])
  expect(conflicts[0]).not.toHaveProperty('theirs')
  await ada.saveAt(opened, edited, { 'x-stack-resolved-revision': String(revision) })
  const { payments } = JSON.parse((await project.call('GET /internal/config', admin)).config_string)
  expect(payments.offers.pro).toMatchObject(offer('Professional'))
})

test('deleting an offer that another owner has changed is a conflict', async () => {
  const { readRevision, ada, grace } = await twoOwners(kinds.find(({ what }) => what === 'an offer'))
  const opened = await readRevision()
  await grace.saveAt(opened, patch({ 'payments.offers.pro': offer('Pro', '9') }))
  expect(await ada.saveAt(opened, patch({ 'payments.offers.pro': null }))).toMatchObject({
    status: 409,
    body: { details: { conflicts: [{ path: 'payments.offers.pro', name: 'Pro' }] } },
  })
})

test('tells that a secret was changed, but neither the old nor the new one', async () => {
  const { readRevision, ada, grace } = await twoOwners(kinds.find(({ what }) => what === 'a sign-in provider'))
  const opened = await readRevision()
  await grace.saveAt(opened, patch({ 'auth.oauth.providers.github.clientSecret': 'secret-of-grace' }))
  const refused = await ada.saveAt(opened, patch({ 'auth.oauth.providers.github.clientSecret': 'secret-of-ada' }))
  expect(refused).toMatchObject({
    status: 409,
    body: { details: { conflicts: [{ mine: '(secret)', theirs: '(secret)' }] } },
  })
  expect(JSON.stringify(refused.body)).not.toContain('secret-of')
})

const shared = { type: 'github', isShared: true, allowSignIn: true, allowConnectedAccounts: true }
const own = (clientId: string, clientSecret: string) => ({ ...shared, isShared: false, clientId, clientSecret })
/** As the page of a provider saves it: always the whole entry. */
const github = (entry: object | null) => patch({ 'auth.oauth.providers.github': entry })
const path = 'auth.oauth.providers.github'

async function editGithub(before: object | null, theirs: object | null, mine: object) {
  const { project, readRevision, ada, grace } = await twoOwners()
  if (before) await grace.save(github(before))
  const opened = await readRevision()
  expect(await grace.saveAt(opened, github(theirs))).toMatchObject({ status: 200 })
  const first = await ada.saveAt(opened, github(mine))
  const { revision, conflicts } = (first.body as { details?: Conflict }).details ?? { conflicts: [] }
  const resolve = async (keepTheirs: string) => {
    const headers = { 'x-stack-resolved-revision': String(revision), 'x-stack-keep-theirs': keepTheirs }
    expect(await ada.saveAt(opened, github(mine), headers)).toMatchObject({ status: 200 })
  }
  const read = async () => {
    const { config } = await project.call('GET /internal/projects/current', admin)
    return config.oauth_providers.find(({ id }) => id === 'github')
  }
  return { conflicts, resolve, read, body: JSON.stringify(first.body) }
}

test('two owners who change different keys of a provider both keep theirs', async () => {
  const { conflicts, read } = await editGithub(own('a', 'secret-a'), own('b', 'secret-a'), own('a', 'secret-c'))
  expect(conflicts).toEqual([])
  expect(await read()).toMatchObject({ client_id: 'b', client_secret: 'secret-c' })
})

test('two owners who change the same keys of a provider decide on each of them', async () => {
  const { conflicts, resolve, read, body } = await editGithub(
    own('a', 'secret-a'),
    own('b', 'secret-b'),
    own('c', 'secret-c'),
  )
  expect(conflicts.map((each) => each.path)).toEqual([`${path}.clientId`, `${path}.clientSecret`])
  expect(conflicts).toMatchObject([
    { mine: 'c', theirs: 'b' },
    { mine: '(secret)', theirs: '(secret)' },
  ])
  expect(body).not.toContain('secret-')
  await resolve(`${path}.clientId`)
  expect(await read()).toMatchObject({ client_id: 'b', client_secret: 'secret-c' })
})

test.each([
  ['mine', '', { type: 'standard', client_id: 'mine', client_secret: 'secret-mine' }],
  ['theirs', path, { type: 'standard', client_id: 'theirs', client_secret: 'secret-theirs' }],
])('a provider that two owners turn on at the same time is one conflict, and %s is complete', async (_, kept, entry) => {
  const found = await editGithub(null, own('theirs', 'secret-theirs'), own('mine', 'secret-mine'))
  expect(found.conflicts.map((each) => each.path)).toEqual([path])
  expect(found.body).not.toContain('secret-')
  await found.resolve(kept)
  expect(await found.read()).toMatchObject(entry)
})

test.each([
  ['mine', '', { type: 'standard', client_id: 'a', client_secret: 'secret-mine' }],
  ['theirs', path, { type: 'shared' }],
])('a provider whose keys one owner changes and another drops stays complete if %s is kept', async (_, kept, entry) => {
  const found = await editGithub(own('a', 'secret-a'), shared, own('a', 'secret-mine'))
  expect(found.conflicts.map((each) => each.path)).toEqual([path])
  await found.resolve(kept)
  expect(await found.read()).toMatchObject(entry)
})

test('an email server that one owner edits while another switches to the shared one is one conflict', async () => {
  const { project, readRevision, ada, grace } = await twoOwners()
  await grace.save(patch({ 'emails.server': ownEmailServer }))
  const opened = await readRevision()
  await grace.saveAt(opened, patch({ 'emails.server': { isShared: true } }))
  const mine = patch({ 'emails.server': { ...ownEmailServer, host: 'mine.example' } })
  const refused = await ada.saveAt(opened, mine)
  const { revision, conflicts } = (refused.body as { details: Conflict }).details
  expect(conflicts.map((each) => each.path)).toEqual(['emails.server'])
  expect(conflicts[0]!.mine).toMatchObject({ password: '(secret)' })
  await ada.saveAt(opened, mine, { 'x-stack-resolved-revision': String(revision) })
  expect(JSON.parse((await project.call('GET /internal/config', admin)).config_string).emails.server).toMatchObject({
    isShared: false,
    host: 'mine.example',
  })
})

test.each([
  ['mine', false, { monthly: { USD: '7', interval: [1, 'month'], serverOnly: false } }],
  ['theirs', true, 'include-by-default'],
])('an offer that one owner makes free while another changes its price is valid if %s is kept', async (_, isTheirs, prices) => {
  const { project, readRevision, ada, grace } = await twoOwners()
  const free = { ...offer('Pro'), groupId: 'plans', prices: 'include-by-default' }
  await grace.save(patch({ 'payments.groups.plans': { displayName: 'Plans' }, 'payments.offers.pro': offer('Pro') }))
  const opened = await readRevision()
  await grace.saveAt(opened, patch({ 'payments.offers.pro': free }))
  const refused = await ada.saveAt(opened, patch({ 'payments.offers.pro': offer('Pro', '7') }))
  const { revision, conflicts } = (refused.body as { details: Conflict }).details
  const places = conflicts.map((each) => each.path)
  expect(places).toEqual(['payments.offers.pro.prices'])
  const headers = {
    'x-stack-resolved-revision': String(revision),
    'x-stack-keep-theirs': isTheirs ? places.join() : '',
  }
  expect((await ada.saveAt(opened, patch({ 'payments.offers.pro': offer('Pro', '7') }), headers)).status).toBe(200)
  const { payments } = JSON.parse((await project.call('GET /internal/config', admin)).config_string)
  expect(payments.offers.pro.prices).toEqual(prices)
})

test('a price that one owner adds is not lost when another makes the offer free', async () => {
  const { project, readRevision, ada, grace } = await twoOwners()
  await grace.save(patch({ 'payments.groups.plans': { displayName: 'Plans' }, 'payments.offers.pro': offer('Pro') }))
  const opened = await readRevision()
  const { prices, ...rest } = offer('Pro')
  const more = { ...rest, prices: { ...prices, yearly: { USD: '50', interval: [1, 'year'] } } }
  expect((await grace.saveAt(opened, patch({ 'payments.offers.pro': more }))).status).toBe(200)
  const free = patch({ 'payments.offers.pro': { ...offer('Pro'), groupId: 'plans', prices: 'include-by-default' } })
  const refused = await ada.saveAt(opened, free)
  const { revision, conflicts } = (refused.body as { details: Conflict }).details
  expect(conflicts.map((each) => each.path)).toEqual(['payments.offers.pro.prices'])
  await ada.saveAt(opened, free, { 'x-stack-resolved-revision': String(revision) })
  const { payments } = JSON.parse((await project.call('GET /internal/config', admin)).config_string)
  expect(payments.offers.pro.prices).toBe('include-by-default')
})

test('a provider that one owner turns off while another changes it is one conflict', async () => {
  const found = await editGithub(own('a', 'secret-a'), null, own('b', 'secret-a'))
  expect(found.conflicts.map((each) => each.path)).toEqual([path])
  await found.resolve('')
  expect(await found.read()).toMatchObject({ client_id: 'b', client_secret: 'secret-a' })
})

test('two owners who switch a sign-in method from different pages do not undo each other', async () => {
  const { project, readRevision, ada, grace } = await twoOwners()
  const opened = await readRevision()
  await grace.saveAt(opened, update({ config: { passkey_enabled: true } }))
  expect(await ada.saveAt(opened, update({ config: { magic_link_enabled: true } }))).toMatchObject({ status: 200 })
  expect(await project.call('GET /internal/projects/current', admin)).toMatchObject({
    config: { passkey_enabled: true, magic_link_enabled: true },
  })
})

test('compares a save that is older than the history with everything', async () => {
  const { project, readRevision, ada, grace } = await twoOwners()
  const opened = await readRevision()
  for (let radius = 0; radius < 33; radius++) await grace.save(patch({ 'branding.radius': radius }))
  await project.server.platform.db
    .deleteFrom('config_changes')
    .where('project_id', '=', project.id)
    .where('revision', '<', opened + 10)
    .execute()
  expect(await ada.saveAt(opened, patch({ 'branding.mode': 'dark', 'branding.radius': 32 }))).toMatchObject({
    status: 409,
    body: { details: { conflicts: [{ path: 'branding.mode', mine: 'dark', actor: null }] } },
  })
})

test('the configuration editor merges what others save on their pages, and drafts do not get in its way', async () => {
  const { project, readRevision, ada, grace } = await twoOwners()
  const { config_override_string } = await project.call('GET /internal/config/override', admin)
  const opened = await readRevision()
  await grace.saveAt(opened, update({ display_name: 'Renamed' }))
  await grace.saveAt(opened, patch({ 'branding.radius': 4 }))
  const text = JSON.stringify({ ...JSON.parse(config_override_string), users: { allowClientUserDeletion: true } })
  const put: Save = ['PUT /internal/config/override', { body: { config_override_string: text, revision: opened } }]
  expect(await ada.saveAt(opened, put)).toMatchObject({ status: 200 })
  const config = JSON.parse((await project.call('GET /internal/config', admin)).config_string)
  expect(config).toMatchObject({ users: { allowClientUserDeletion: true }, branding: { radius: 4 } })
})

test('refuses a revision that is not a number', async () => {
  const { ada } = await twoOwners()
  for (const revision of ['1 OR 1', '-1', '99999999999']) {
    const refused = await ada.save(update({ display_name: 'X' }), { 'x-stack-revision': revision })
    expect(refused).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
  }
})

test('another project’s history is of no use', async () => {
  const mine = await twoOwners()
  const other = await twoOwners()
  await other.grace.save(update({ display_name: 'Secret plans' }))
  const refused = await mine.ada.saveAt(0, update({ display_name: 'X' }))
  expect(JSON.stringify(refused.body)).not.toContain('Secret plans')
})
