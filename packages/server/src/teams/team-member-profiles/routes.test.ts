import { describe, expect, test } from 'vitest'
import { images, toDataUrl } from '../../testing/images.ts'
import { type TestProject, testProject, testUrl } from '../../testing/index.ts'
import { listEvents, listenToEvents } from '../../testing/records.ts'
import { teamActions } from '../../testing/team.ts'
import { createPerson, type Person } from '../../testing/world.ts'

const unknownId = crypto.randomUUID()
const one = 'GET /team-member-profiles/{team_id}/{user_id}'
const change = 'PATCH /team-member-profiles/{team_id}/{user_id}'
const png = toDataUrl('png', images.png)

async function teamOfTwo() {
  const project = await testProject()
  await listenToEvents(project)
  const { createTeam, createMember } = teamActions(project)
  const admin = await createPerson(project)
  const team_id = await createTeam(admin)
  return { project, team_id, admin, member: await createMember(team_id) }
}

const list = ({ send }: TestProject, query: object, user?: Person) =>
  send('GET /team-member-profiles', { as: user ? 'client' : 'server', user, query: query as never })

describe('a profile', () => {
  test('shows the name and image of the user until the member has its own', async () => {
    const { project, team_id, member } = await teamOfTwo()
    const { call } = project
    const params = { team_id, user_id: member.id }
    const rename = (body: { display_name: string; profile_image_url?: string }) =>
      call('PATCH /users/{user_id}', { as: 'server', params: { user_id: member.id }, body })
    await rename({ display_name: 'Ada', profile_image_url: 'https://example.com/ada.png' })
    expect(await call(one, { user: member, params })).toEqual({
      ...params,
      display_name: 'Ada',
      profile_image_url: 'https://example.com/ada.png',
    })
    await rename({ display_name: 'Ada L.' })
    expect((await call(one, { user: member, params })).display_name).toBe('Ada L.')

    await call(change, { user: member, params, body: { display_name: 'Boss' } })
    await rename({ display_name: 'Someone else' })
    const profile = await call(one, { as: 'server', params })
    expect(profile.display_name).toBe('Boss')
    expect(profile.user).toEqual(await call('GET /users/{user_id}', { as: 'server', params: { user_id: member.id } }))
    expect((await call(change, { user: member, params, body: { display_name: '' } })).display_name).toBe('')
    expect(await listEvents(project, 'team_member.')).toEqual([])
  })

  test('takes an image of any host or as a data URL, and gives it back with null', async () => {
    const { project, team_id, member } = await teamOfTwo()
    const { call } = project
    const params = { team_id, user_id: 'me' }
    const set = async (profile_image_url: string | null) =>
      (await call(change, { user: member, params, body: { profile_image_url } })).profile_image_url
    expect(await set('http://localhost/x.png')).toBe('http://localhost/x.png')
    const stored = await set(png)
    expect(stored).toMatch(
      new RegExp(`^${testUrl}/files/${project.id}/team-member-profile-images/[0-9a-f-]{36}\\.png$`),
    )
    expect((await project.server.fetch(stored!)).status).toBe(200)
    // What the data URL calls itself does not matter, what it holds does.
    const renamed = await set(png.replace('png', 'other'))
    expect(renamed).toMatch(/\.png$/)
    expect((await project.server.fetch(stored!)).status).toBe(404)
    expect(await set(null)).toBeNull()
    expect((await project.server.fetch(renamed!)).status).toBe(404)
    for (const url of [
      'javascript:alert(1)',
      'data:image/svg+xml;base64,PHN2Zz48L3N2Zz4=',
      'data:image/png;base64,AAAA',
    ]) {
      await expect(set(url)).rejects.toMatchObject({ status: 400, code: undefined })
    }
  })

  test("loses its image when the member leaves, and when the user's account ends", async () => {
    for (const route of ['DELETE /team-memberships/{team_id}/{user_id}', 'DELETE /users/{user_id}'] as const) {
      const { project, team_id, member } = await teamOfTwo()
      const params = { team_id, user_id: member.id }
      const { profile_image_url } = await project.call(change, {
        as: 'server',
        params,
        body: { profile_image_url: png },
      })
      expect((await project.server.fetch(profile_image_url!)).status).toBe(200)
      const response = await project.send(route, { as: 'server', params })
      expect(response.status).toBe(200)
      expect((await project.server.fetch(profile_image_url!)).status).toBe(404)
    }
  })

  test('is changed by the member itself or a server, not by others', async () => {
    const { project, team_id, admin, member } = await teamOfTwo()
    const { call } = project
    const params = { team_id, user_id: member.id }
    const body = { display_name: 'Boss' }
    await expect(call(change, { user: admin, params, body })).rejects.toMatchObject({ status: 403, code: undefined })
    await expect(call(change, { params, body })).rejects.toMatchObject({ code: 'CANNOT_GET_OWN_USER_WITHOUT_USER' })
    expect((await call(change, { as: 'server', params, body })).display_name).toBe('Boss')
    const stranger = await createPerson(project)
    const own = { team_id, user_id: stranger.id }
    await expect(call(change, { user: stranger, params: own, body })).rejects.toMatchObject({
      status: 404,
      code: 'TEAM_MEMBERSHIP_NOT_FOUND',
      details: own,
    })
    const nobody = { team_id, user_id: unknownId }
    await expect(call(change, { as: 'server', params: nobody, body })).rejects.toMatchObject({ code: 'USER_NOT_FOUND' })
    for (const wrong of [{ display_name: null }, { profile_image_url: '' }, { user: {} }]) {
      expect(await project.send(change, { as: 'server', params, body: wrong })).toMatchObject({
        body: { code: 'SCHEMA_ERROR' },
      })
    }
  })

  test("of others requires $read_members; one's own is always readable", async () => {
    const { project, team_id, admin, member } = await teamOfTwo()
    const { call } = project
    const { revoke } = teamActions(project)
    const params = { team_id, user_id: admin.id }
    const own = { team_id, user_id: 'me' }
    await call(one, { user: member, params })
    await revoke(team_id, member, 'team_member')
    const required = { team_id, user_id: member.id, permission_id: '$read_members' }
    await expect(call(one, { user: member, params })).rejects.toMatchObject({
      status: 401,
      code: 'TEAM_PERMISSION_REQUIRED',
      details: required,
    })
    expect(await list(project, { team_id }, member)).toMatchObject({
      status: 401,
      body: { code: 'TEAM_PERMISSION_REQUIRED', details: required },
    })
    expect(await call(one, { user: member, params: own })).toMatchObject({ user_id: member.id })
    expect(await list(project, { team_id, user_id: 'me' }, member)).toMatchObject({
      body: { items: [{ user_id: member.id }] },
    })

    const missing = { status: 404, code: 'TEAM_MEMBERSHIP_NOT_FOUND' }
    const stranger = await createPerson(project)
    await expect(call(one, { user: stranger, params: own })).rejects.toMatchObject(missing)
    await expect(call(one, { user: stranger, params })).rejects.toMatchObject(missing)
    await expect(call(one, { as: 'server', params: { team_id, user_id: stranger.id } })).rejects.toMatchObject(missing)
    await expect(call(one, { as: 'server', params: { team_id, user_id: unknownId } })).rejects.toMatchObject({
      code: 'USER_NOT_FOUND',
    })
  })
})

describe('the list of profiles', () => {
  test('is in the order of joining and has anonymous members too', async () => {
    const { project, team_id, admin, member } = await teamOfTwo()
    const guest = await createPerson(project, { isAnonymous: true })
    await teamActions(project).addMember(team_id, guest)
    const ids = (await project.call('GET /team-member-profiles', { user: member, query: { team_id } })).items
    expect(ids.map(({ user_id }) => user_id)).toEqual([admin.id, member.id, guest.id])
    expect(Object.keys(ids[0]!).sort()).toEqual(['display_name', 'profile_image_url', 'team_id', 'user_id'])
  })

  test('has addresses for members who may remove others, and for nobody else', async () => {
    const { project, team_id, admin, member } = await teamOfTwo()
    const { createTeam, addMember, createMember, grant } = teamActions(project)
    const read = async (user: Person, team = team_id) =>
      (await project.call('GET /team-member-profiles', { user, query: { team_id: team } })).items
    const shown = (person: Person) => ({ primary_email: person.email, primary_email_verified: true })
    expect(await read(admin)).toMatchObject([shown(admin), shown(member)])
    for (const profile of await read(member)) {
      expect(Object.keys(profile).sort()).toEqual(['display_name', 'profile_image_url', 'team_id', 'user_id'])
    }

    // An admin of one team is an ordinary member of another one.
    const other = await createTeam(member)
    await addMember(other, admin)
    for (const profile of await read(admin, other)) expect(profile).not.toHaveProperty('primary_email')
    expect(await read(member, other)).toMatchObject([shown(member), shown(admin)])

    const holder = await createMember(team_id)
    await grant(team_id, holder, '$remove_members')
    expect((await read(holder))[0]).toMatchObject(shown(admin))
  })

  test('has addresses for members with a permission that contains that one', async () => {
    const project = await testProject({
      'rbac.permissions.door': { scope: 'team', containedPermissionIds: { $remove_members: true } },
    })
    const { createTeam, createMember, grant } = teamActions(project)
    const team_id = await createTeam(await createPerson(project))
    const keeper = await createMember(team_id)
    const read = async () =>
      (await project.call('GET /team-member-profiles', { user: keeper, query: { team_id } })).items
    expect((await read())[0]).not.toHaveProperty('primary_email')
    await grant(team_id, keeper, 'door')
    expect((await read())[0]).toHaveProperty('primary_email')
  })

  test('of a server has the users with their addresses, and no field besides', async () => {
    const { project, team_id, admin } = await teamOfTwo()
    for (const as of ['server', 'admin'] as const) {
      const { items } = await project.call('GET /team-member-profiles', { as, query: { team_id } })
      expect(Object.keys(items[0]!).sort()).toEqual(['display_name', 'profile_image_url', 'team_id', 'user', 'user_id'])
      expect(items[0]).toMatchObject({ user: { primary_email: admin.email } })
    }
  })

  test('is refused to clients step by step', async () => {
    const { project, team_id, member } = await teamOfTwo()
    const stranger = await createPerson(project)
    expect(await project.send('GET /team-member-profiles', { query: {} })).toMatchObject({
      status: 400,
      body: { code: 'CANNOT_GET_OWN_USER_WITHOUT_USER' },
    })
    expect(await list(project, {}, member)).toMatchObject({ status: 400, body: expect.any(String) })
    expect(await list(project, { team_id }, stranger)).toMatchObject({ body: { code: 'TEAM_MEMBERSHIP_NOT_FOUND' } })
  })

  test('of a server takes any filter, and knows what there is not', async () => {
    const { project, team_id, admin, member } = await teamOfTwo()
    const { createTeam } = teamActions(project)
    const second = await createTeam(admin)
    const idsOf = async (query: object) => {
      const { body } = await list(project, query)
      return (body as { items: { team_id: string; user_id: string }[] }).items.map((item) => [
        item.team_id,
        item.user_id,
      ])
    }
    expect(await idsOf({})).toEqual([
      [team_id, admin.id],
      [team_id, member.id],
      [second, admin.id],
    ])
    expect(await idsOf({ user_id: admin.id })).toEqual([
      [team_id, admin.id],
      [second, admin.id],
    ])
    expect(await idsOf({ user_id: member.id, team_id: second })).toEqual([])
    expect(await list(project, { team_id: unknownId })).toMatchObject({ body: { code: 'TEAM_NOT_FOUND' } })
    expect(await list(project, { user_id: unknownId })).toMatchObject({ body: { code: 'USER_NOT_FOUND' } })
  })
})
