import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { internalProject, type TestProject, testProject } from '../../testing/index.ts'
import { createOwner } from '../../testing/world.ts'

const asServer = { as: 'server' as const }

async function addTeams({ id, server }: TestProject, count: number): Promise<void> {
  await sql`
    INSERT INTO teams (project_id, id, display_name, created_at)
    SELECT ${id}, gen_random_uuid(), 'Team ' || n, now() + n * interval '1 second' FROM generate_series(1, ${count}) AS n
  `.execute(server.platform.db)
}

async function addUsers({ id, server }: TestProject, count: number): Promise<void> {
  await sql`
    INSERT INTO users (project_id, id, is_anonymous, otp_auth_enabled, search_text, signed_up_at, last_active_at)
    SELECT ${id}, gen_random_uuid(), false, false, 'user ' || n, now() + n * interval '1 second', now()
    FROM generate_series(1, ${count}) AS n`.execute(server.platform.db)
}

test('a list without a limit has a thousand users, and a cursor for the rest', async () => {
  const project = await testProject()
  await addUsers(project, 1_003)
  const first = await project.call('GET /users', asServer)
  expect(first.items).toHaveLength(1_000)
  const query = { cursor: first.pagination.next_cursor! }
  const second = await project.call('GET /users', { ...asServer, query })
  expect(second).toMatchObject({ items: { length: 3 }, pagination: { next_cursor: null } })
  expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(1_003)
  expect((await project.call('GET /users', { ...asServer, query: { limit: 5_000 } })).items).toHaveLength(1_000)
})

test('users with a lot of metadata come in responses of a few megabytes, and none is left out', async () => {
  const project = await testProject()
  const large = 'x'.repeat(250_000)
  const body = { client_metadata: large, client_read_only_metadata: large, server_metadata: large }
  const ids = []
  for (let round = 0; round < 12; round++) ids.push((await project.call('POST /users', { ...asServer, body })).id)
  for (const search of [{}, { query: ids[3] }]) {
    const listed: string[] = []
    let cursor: string | undefined
    do {
      const page = await project.call('GET /users', { ...asServer, query: { ...search, cursor } })
      expect(page.items.length).toBeGreaterThan(0)
      expect(JSON.stringify(page).length).toBeLessThan(1_100_000)
      listed.push(...page.items.map(({ id }) => id))
      cursor = page.pagination.next_cursor ?? undefined
    } while (cursor)
    expect(listed).toEqual('query' in search ? [ids[3]] : ids)
  }
})

test('a list that nearly always comes whole has a thousand items at most, and then a cursor', async () => {
  const project = await testProject()
  await addTeams(project, 1_000)
  const whole = await project.call('GET /teams', asServer)
  expect(whole.items).toHaveLength(1_000)
  expect(whole).toMatchObject({ is_paginated: false })
  expect(whole).not.toHaveProperty('pagination')

  await addTeams(project, 2)
  const first = await project.call('GET /teams', asServer)
  expect(first).toMatchObject({ items: { length: 1_000 }, is_paginated: true })
  const query = { cursor: first.pagination!.next_cursor! }
  const second = await project.call('GET /teams', { ...asServer, query })
  expect(second).toMatchObject({ items: { length: 2 }, is_paginated: true, pagination: { next_cursor: null } })
})

test('teams with a lot of metadata are listed in responses of about a megabyte', async () => {
  const project = await testProject()
  const body = { display_name: 'Team', client_metadata: 'x'.repeat(250_000) }
  for (let round = 0; round < 6; round++) await project.call('POST /teams', { ...asServer, body })
  const first = await project.call('GET /teams', asServer)
  expect(JSON.stringify(first).length).toBeLessThan(1_100_000)
  const query = { cursor: first.pagination!.next_cursor! }
  const second = await project.call('GET /teams', { ...asServer, query })
  expect(first.items.length + second.items.length).toBe(6)
})

interface Filled {
  projectId: string
  userId: string
  teamId: string
}

const many = sql`generate_series(1, 1002) AS n`
const fillings = {
  'GET /contact-channels': ({ projectId, userId }: Filled) => sql`
    INSERT INTO contact_channels (project_id, user_id, id, type, value, is_primary, is_verified, used_for_auth, created_at)
    SELECT ${projectId}, ${userId}, gen_random_uuid(), 'email', 'a' || n || '@example.com', false, false, false, now()
    FROM ${many}`,
  'GET /auth/sessions': ({ projectId, userId }: Filled) => sql`
    INSERT INTO sessions (project_id, user_id, id, refresh_token_hash, is_impersonation, created_at, expires_at, last_used_at)
    SELECT ${projectId}, ${userId}, gen_random_uuid(), n::text::bytea, false, now(), now() + interval '1 day', now()
    FROM ${many}`,
  'GET /oauth-providers': ({ projectId, userId }: Filled) => sql`
    INSERT INTO provider_links (project_id, user_id, id, provider_config_id, account_id, allow_sign_in,
      allow_connected_accounts, created_at)
    SELECT ${projectId}, ${userId}, gen_random_uuid(), 'github', n, false, false, now() FROM ${many}`,
  'GET /user-api-keys': ({ projectId, userId }: Filled) => sql`
    INSERT INTO api_keys (project_id, id, user_id, description, is_public, value_hash, last_four, created_at)
    SELECT ${projectId}, gen_random_uuid(), ${userId}, 'Key', false, sha256((${projectId} || n)::bytea), '0000', now() FROM ${many}`,
  'GET /team-api-keys': ({ projectId, teamId }: Filled) => sql`
    INSERT INTO api_keys (project_id, id, team_id, description, is_public, value_hash, last_four, created_at)
    SELECT ${projectId}, gen_random_uuid(), ${teamId}, 'Key', false, sha256((${projectId} || n)::bytea), '0000', now() FROM ${many}`,
  'GET /team-member-profiles': ({ projectId, teamId }: Filled) => sql`
    WITH members AS (
      INSERT INTO users (project_id, id, is_anonymous, otp_auth_enabled, search_text, signed_up_at, last_active_at)
      SELECT ${projectId}, gen_random_uuid(), false, false, '', now(), now() FROM ${many} RETURNING id
    )
    INSERT INTO team_memberships (project_id, team_id, user_id, created_at)
    SELECT ${projectId}, ${teamId}, id, now() FROM members`,
  'GET /team-permissions': ({ projectId, userId }: Filled) => sql`
    WITH joined AS (
      INSERT INTO teams (project_id, id, display_name, created_at)
      SELECT ${projectId}, gen_random_uuid(), 'Team', now() FROM ${many} RETURNING id
    ), membership AS (
      INSERT INTO team_memberships (project_id, team_id, user_id, created_at)
      SELECT ${projectId}, id, ${userId}, now() FROM joined RETURNING team_id
    )
    INSERT INTO team_permissions (project_id, team_id, user_id, permission_id)
    SELECT ${projectId}, team_id, ${userId}, '$read_members' FROM membership`,
  'GET /project-permissions': ({ projectId }: Filled) => sql`
    WITH holders AS (
      INSERT INTO users (project_id, id, is_anonymous, otp_auth_enabled, search_text, signed_up_at, last_active_at)
      SELECT ${projectId}, gen_random_uuid(), false, false, '', now(), now() FROM ${many} RETURNING id
    )
    INSERT INTO project_permissions (project_id, user_id, permission_id)
    SELECT ${projectId}, id, 'reader' FROM holders`,
  'GET /team-invitations': ({ projectId, teamId }: Filled) => sql`
    INSERT INTO verification_codes (project_id, kind, code_hash, nonce_hash, data, created_at, expires_at)
    SELECT ${projectId}, 'team-invitation', n::text::bytea, n::text::bytea,
      jsonb_build_object('invitation_id', gen_random_uuid(), 'team_id', ${teamId}::text, 'email', 'a@example.com'),
      now(), now() + interval '1 day'
    FROM ${many}`,
  'GET /internal/api-keys': ({ projectId }: Filled) => sql`
    INSERT INTO project_key_sets (project_id, id, description, created_at, expires_at)
    SELECT ${projectId}, gen_random_uuid(), 'Key', now(), now() + interval '1 day' FROM ${many}`,
  'GET /internal/email-drafts': ({ projectId }: Filled) => sql`
    INSERT INTO email_drafts (project_id, id, display_name, tsx_source, created_at, updated_at)
    SELECT ${projectId}, gen_random_uuid(), 'Draft', '', now(), now() FROM ${many}`,
}

interface Listed {
  items?: object[]
  drafts?: object[]
  pagination?: { next_cursor: string | null }
}

const ofUser = ['GET /contact-channels', 'GET /auth/sessions', 'GET /oauth-providers', 'GET /user-api-keys']
const ofTeam = ['GET /team-api-keys', 'GET /team-member-profiles', 'GET /team-invitations']
const routes = Object.keys(fillings) as (keyof typeof fillings)[]

test.each(routes)('%s has a bound, and a second page with the rest', async (route) => {
  const project = await testProject({
    'rbac.permissions.reader': { scope: 'project' },
    'apiKeys.enabled': { user: true, team: true },
    'auth.oauth.providers.github': { type: 'github', allowSignIn: true, isShared: true },
  })
  const { id: userId } = await project.call('POST /users', { ...asServer, body: {} })
  const { id: teamId } = await project.call('POST /teams', { ...asServer, body: { display_name: 'Team' } })
  await fillings[route]({ projectId: project.id, userId, teamId }).execute(project.server.platform.db)
  const of = ofUser.includes(route) ? { user_id: userId } : ofTeam.includes(route) ? { team_id: teamId } : {}
  const read = async (cursor?: string) => {
    const { status, body } = await project.send(route, { as: 'admin', query: { ...of, cursor } as never })
    expect(status).toBe(200)
    const { items, drafts, pagination } = body as Listed
    return { items: items ?? drafts!, pagination }
  }
  const first = await read()
  expect(first.items).toHaveLength(1_000)
  const second = await read(first.pagination!.next_cursor!)
  expect(second.pagination).toEqual({ next_cursor: null })
  expect(second.items.length).toBeGreaterThanOrEqual(2)
  const all = [...first.items, ...second.items].map((item) => JSON.stringify(item))
  expect(new Set(all).size).toBe(all.length)
})

test('permissions with all that they contain come in bounded responses, each of them once', async () => {
  const contained = Array.from({ length: 300 }, (_, n) => `part_${n}`)
  const parts = contained.map((id) => [`rbac.permissions.${id}`, { scope: 'project' }])
  const containedPermissionIds = Object.fromEntries(contained.map((id) => [id, true]))
  const project = await testProject({
    ...Object.fromEntries(parts),
    'rbac.permissions.whole': { scope: 'project', containedPermissionIds },
  })
  await addUsers(project, 7)
  await sql`
    INSERT INTO project_permissions (project_id, user_id, permission_id)
    SELECT project_id, id, p FROM users, unnest(ARRAY['whole', 'part_1']) AS p WHERE project_id = ${project.id}
  `.execute(project.server.platform.db)
  const listed: string[] = []
  let cursor: string | undefined
  do {
    const query = { recursive: 'true' as const, cursor }
    const page = await project.call('GET /project-permissions', { ...asServer, query })
    expect(page.items.length).toBeLessThanOrEqual(1_000)
    listed.push(...page.items.map(({ id, user_id }) => `${user_id} ${id}`))
    cursor = page.pagination?.next_cursor ?? undefined
  } while (cursor)
  expect(listed).toHaveLength(7 * 301)
  expect(new Set(listed).size).toBe(listed.length)
})

test('an owner lists many projects in pages', async () => {
  const internal = await internalProject()
  const owner = await createOwner(internal.server)
  await sql`
    INSERT INTO projects (id, display_name, config_override, created_at, owner_team_id)
    SELECT gen_random_uuid(), 'Project ' || n, '{}', now(), ${owner.teamId} FROM ${many}`.execute(
    internal.server.platform.db,
  )
  const first = await internal.call('GET /internal/projects', { user: owner })
  expect(first.items).toHaveLength(1_000)
  const query = { cursor: first.pagination!.next_cursor! }
  const second = await internal.call('GET /internal/projects', { user: owner, query })
  expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(1_002)
})
