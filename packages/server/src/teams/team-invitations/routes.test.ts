import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { newEmail, openEmailServer, race, type TestEmail, type TestProject } from '../../testing/index.ts'
import { createTestProject } from '../../testing/project.ts'
import { listAuditEntries, listEvents, listenToEvents } from '../../testing/records.ts'
import { teamActions } from '../../testing/team.ts'
import { createPerson, type Person } from '../../testing/world.ts'

let emailServer: TestEmail
beforeAll(async () => {
  emailServer = await openEmailServer(inject('databaseUrl'))
})
afterAll(() => emailServer.close())

const unknownId = crypto.randomUUID()
const callback_url = 'http://localhost:3000/join'
const accept = 'POST /team-invitations/accept'

async function teamWithAdmin(settings = {}) {
  const project = await createTestProject(emailServer.server, settings)
  await listenToEvents(project)
  const admin = await createPerson(project)
  const actions = teamActions(project)
  const teamId = await actions.createTeam(admin, 'The Difference Engine')
  return { project, admin, teamId, ...actions }
}

/** Invites someone, as a server or a user, and reads the code out of the email. */
async function invite({ call }: TestProject, team_id: string, user?: Person) {
  const email = newEmail()
  const as = user ? ('client' as const) : ('server' as const)
  const { id } = await call('POST /team-invitations/send-code', { as, user, body: { email, team_id, callback_url } })
  const { link } = await emailServer.waitForEmail(email)
  return { id, email, code: new URL(link!).searchParams.get('code')! }
}

const list = async ({ call }: TestProject, team_id: string) =>
  (await call('GET /team-invitations', { as: 'server', query: { team_id } })).items

describe('an invitation', () => {
  test('sent by a server without a user reaches someone who signs up, accepts and is a member', async () => {
    const { project, teamId, listPermissions } = await teamWithAdmin()
    const { call } = project
    const { code, email, id } = await invite(project, teamId)
    expect(await emailServer.waitForEmail(email)).toMatchObject({
      to: [email],
      template: 'team_invitation',
      subject: expect.stringContaining('The Difference Engine'),
      link: `${callback_url}?code=${code}`,
    })
    expect(await list(project, teamId)).toEqual([
      { id, team_id: teamId, recipient_email: email, expires_at_millis: expect.any(Number) },
    ])

    const user = await project.signUp()
    const body = { code }
    expect(await call('POST /team-invitations/accept/check-code', { body })).toEqual({ is_code_valid: true })
    expect(await call('POST /team-invitations/accept/details', { user, body })).toEqual({
      team_id: teamId,
      team_display_name: 'The Difference Engine',
    })
    const before = (await listEvents(project, 'team')).length
    expect(await call(accept, { user, body: { code: code.toUpperCase() } })).toEqual({})
    expect(await listPermissions(teamId, { id: user.user_id })).toEqual(['team_member'])
    const member = { team_id: teamId, user_id: user.user_id }
    expect((await listEvents(project, 'team')).slice(before)).toEqual([
      { type: 'team_membership.created', data: member },
      { type: 'team_permission.created', data: { id: 'team_member', ...member } },
    ])
    expect(await list(project, teamId)).toEqual([])
    await expect(call(accept, { user, body })).rejects.toMatchObject({
      status: 409,
      code: 'VERIFICATION_CODE_ALREADY_USED',
    })
  })

  test('is for whoever is signed in, whatever their email, and without a user it stays good', async () => {
    const { project, teamId } = await teamWithAdmin()
    const { call } = project
    const { code } = await invite(project, teamId)
    for (const route of [accept, 'POST /team-invitations/accept/details'] as const) {
      for (const as of ['client', 'server'] as const) {
        await expect(call(route, { as, body: { code } })).rejects.toMatchObject({
          status: 401,
          code: 'USER_AUTHENTICATION_REQUIRED',
        })
      }
    }
    const user = await createPerson(project)
    expect(await call(accept, { user, body: { code } })).toEqual({})
  })

  test('of a member is used up and changes nothing else', async () => {
    const { project, teamId, admin, listPermissions } = await teamWithAdmin()
    const { code } = await invite(project, teamId)
    const before = await listEvents(project, 'team')
    expect(await project.call(accept, { user: admin, body: { code } })).toEqual({})
    expect(await listPermissions(teamId, admin)).toEqual(['team_admin'])
    expect(await listEvents(project, 'team')).toEqual(before)
    await expect(project.call(accept, { user: admin, body: { code } })).rejects.toMatchObject({
      code: 'VERIFICATION_CODE_ALREADY_USED',
    })
  })

  test('can be sent twice to one address, which is listed as it was given', async () => {
    const { project, teamId, admin } = await teamWithAdmin()
    const email = newEmail('Ada.Lovelace')
    const body = { email, team_id: teamId, callback_url }
    const ids = []
    for (let time = 0; time < 2; time++) {
      ids.push((await project.call('POST /team-invitations/send-code', { user: admin, body })).id)
    }
    expect((await list(project, teamId)).map(({ id, recipient_email }) => [id, recipient_email])).toEqual([
      [ids[0], email],
      [ids[1], email],
    ])
    expect(email).not.toBe(email.toLowerCase())
  })

  test('names a team of any name in its email, and nothing of it becomes markup or a header', async () => {
    const { project, createTeam } = await teamWithAdmin()
    const teamId = await createTeam(undefined, `<img onerror=x>\r\nBcc: eve@example.com ${'x'.repeat(200)}`)
    const { email } = await invite(project, teamId)
    const received = await emailServer.waitForEmail(email)
    expect(received.to).toEqual([email])
    expect(received.html).not.toContain('<img onerror')
    expect(received.subject.length).toBeLessThan(200)
    const { email: other } = await invite(project, await createTeam(undefined, ''))
    expect((await emailServer.waitForEmail(other)).subject).toContain('a team')
  })

  test('to an unknown team or an untrusted page is not sent', async () => {
    const { project, teamId } = await teamWithAdmin()
    const send = (body: object) =>
      project.send('POST /team-invitations/send-code', {
        as: 'server',
        body: { email: newEmail(), team_id: teamId, callback_url, ...body },
        headers: { 'x-forwarded-host': 'evil.example' },
      })
    expect(await send({ team_id: unknownId })).toMatchObject({ status: 404, body: { code: 'TEAM_NOT_FOUND' } })
    for (const url of ['https://evil.example/join', 'https://localhost@evil.example', 'http:///evil.example']) {
      expect(await send({ callback_url: url })).toMatchObject({ body: { code: 'REDIRECT_URL_NOT_WHITELISTED' } })
    }
    for (const email of ['a@x.com,v@y.com', 'a@x.com ', 'a@x.com\r\nBcc: v@y.com', '"v@y.com"@x.com', 'a＠x.com', '']) {
      expect(await send({ email })).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    }
    const { db } = emailServer.server.platform
    const codes = await db
      .selectFrom('verification_codes')
      .select('kind')
      .where('project_id', '=', project.id)
      .execute()
    expect(codes).toEqual([])
  })

  test('to a team that was deleted leads nowhere', async () => {
    const { project, teamId } = await teamWithAdmin()
    const { code } = await invite(project, teamId)
    await project.call('DELETE /teams/{team_id}', { as: 'server', params: { team_id: teamId } })
    const user = await createPerson(project)
    const gone = { status: 404, code: 'TEAM_NOT_FOUND', details: { team_id: teamId } }
    await expect(project.call('POST /team-invitations/accept/details', { user, body: { code } })).rejects.toMatchObject(
      gone,
    )
    await expect(project.call(accept, { user, body: { code } })).rejects.toMatchObject(gone)
  })

  test('outlives whoever sent it', async () => {
    const { project, teamId, admin } = await teamWithAdmin()
    const { code } = await invite(project, teamId, admin)
    await project.call('DELETE /users/{user_id}', { as: 'server', params: { user_id: admin.id } })
    const user = await createPerson(project)
    expect(await project.call(accept, { user, body: { code } })).toEqual({})
  })

  test('of another project or another kind does not exist', async () => {
    const { project, teamId } = await teamWithAdmin()
    const other = await teamWithAdmin()
    const { code } = await invite(project, teamId)
    const missing = { status: 404, code: 'VERIFICATION_CODE_NOT_FOUND' }
    await expect(other.project.call(accept, { user: other.admin, body: { code } })).rejects.toMatchObject(missing)
    await expect(project.call('POST /contact-channels/verify', { body: { code } })).rejects.toMatchObject(missing)
    const ada = await project.signUp()
    const { link } = await emailServer.waitForEmail(ada.email)
    const verification = new URL(link!).searchParams.get('code')!
    await expect(project.call(accept, { user: ada, body: { code: verification } })).rejects.toMatchObject(missing)
    expect(await project.send(accept, { user: ada, body: { code: 'short' } })).toMatchObject({
      body: { code: 'SCHEMA_ERROR' },
    })
  })

  test('lives for seven days and is listed no longer', async () => {
    const { project, teamId } = await teamWithAdmin()
    const { code } = await invite(project, teamId)
    const [invitation] = await list(project, teamId)
    const inSevenDays = Date.now() + 7 * 24 * 3600 * 1000
    expect(Math.abs(invitation!.expires_at_millis - inSevenDays)).toBeLessThan(60_000)
    await emailServer.server.platform.db
      .updateTable('verification_codes')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('project_id', '=', project.id)
      .execute()
    expect(await list(project, teamId)).toEqual([])
    const user = await createPerson(project)
    await expect(project.call(accept, { user, body: { code } })).rejects.toMatchObject({
      status: 400,
      code: 'VERIFICATION_CODE_EXPIRED',
    })
  })

  test('is in the audit log from beginning to end', async () => {
    const { project, teamId, admin } = await teamWithAdmin()
    const { code, id, email } = await invite(project, teamId, admin)
    const user = await createPerson(project)
    await project.call(accept, { user, body: { code } })
    const entry = { actor_type: 'user', target_type: 'team', target_id: teamId, ip_address: '127.0.0.1' }
    expect(await listAuditEntries(project, 'team_invitation')).toEqual([
      {
        ...entry,
        action: 'team_invitation.created',
        actor_id: admin.id,
        details: { invitation_id: id, recipient_email: email },
      },
      {
        ...entry,
        action: 'team_invitation.accepted',
        actor_id: user.id,
        details: { invitation_id: id, user_id: user.id },
      },
    ])
  })
})

describe('a member', () => {
  test('with only one of the two permissions is told the other when listing invitations', async () => {
    const { project, teamId, createMember, grant, revoke } = await teamWithAdmin()
    const user = await createMember(teamId)
    await revoke(teamId, user, 'team_member')
    const read = () => project.call('GET /team-invitations', { user, query: { team_id: teamId } })
    const needs = (permission_id: string) => ({
      status: 401,
      code: 'TEAM_PERMISSION_REQUIRED',
      details: { team_id: teamId, user_id: user.id, permission_id },
    })
    await expect(read()).rejects.toMatchObject(needs('$read_members'))
    await grant(teamId, user, '$read_members')
    await expect(read()).rejects.toMatchObject(needs('$invite_members'))
    await revoke(teamId, user, '$read_members')
    await grant(teamId, user, '$invite_members')
    await expect(read()).rejects.toMatchObject(needs('$read_members'))
    await grant(teamId, user, '$read_members')
    expect(await read()).toEqual({ items: [], is_paginated: false })
  })

  test('of no team sees, sends and revokes nothing', async () => {
    const { project, teamId } = await teamWithAdmin()
    const { id } = await invite(project, teamId)
    const stranger = await createPerson(project)
    const refusal = {
      status: 404,
      code: 'TEAM_MEMBERSHIP_NOT_FOUND',
      details: { team_id: teamId, user_id: stranger.id },
    }
    const query = { team_id: teamId }
    const { call } = project
    await expect(call('GET /team-invitations', { user: stranger, query })).rejects.toMatchObject(refusal)
    await expect(invite(project, teamId, stranger)).rejects.toMatchObject(refusal)
    await expect(
      call('DELETE /team-invitations/{id}', { user: stranger, params: { id }, query }),
    ).rejects.toMatchObject(refusal)
  })
})

describe('a revoked invitation', () => {
  test('is gone, and one of another team cannot be revoked', async () => {
    const { project, teamId, admin, createTeam } = await teamWithAdmin()
    const { call } = project
    const { id, code } = await invite(project, teamId)
    const otherTeam = await createTeam(admin)
    const revoke = (team_id: string, invitationId = id) =>
      call('DELETE /team-invitations/{id}', { user: admin, params: { id: invitationId }, query: { team_id } })
    const missing = { status: 404, code: 'VERIFICATION_CODE_NOT_FOUND' }
    await expect(revoke(otherTeam)).rejects.toMatchObject(missing)
    await expect(revoke(teamId, unknownId)).rejects.toMatchObject(missing)
    expect(await list(project, teamId)).toHaveLength(1)

    expect(await revoke(teamId)).toEqual({ success: true })
    await expect(revoke(teamId)).rejects.toMatchObject(missing)
    await expect(call('POST /team-invitations/accept/check-code', { body: { code } })).rejects.toMatchObject(missing)
    expect(await list(project, teamId)).toEqual([])
    for (const route of ['GET /team-invitations', `DELETE /team-invitations/${id}`]) {
      expect(await project.send(route, { as: 'server' })).toMatchObject({ body: { code: 'SCHEMA_ERROR' } })
      expect(await project.send(route, { as: 'server', query: { team_id: unknownId } })).toMatchObject({
        body: { code: 'TEAM_NOT_FOUND' },
      })
    }
  })

  test('was either accepted or revoked when both happen at once', async () => {
    const { project, teamId, admin } = await teamWithAdmin()
    for (let round = 0; round < 5; round++) {
      const { id, code } = await invite(project, teamId)
      const user = await createPerson(project)
      const { succeeded, failed } = await race<unknown>(2, (index) =>
        index === 0
          ? project.call(accept, { user, body: { code } })
          : project.call('DELETE /team-invitations/{id}', { user: admin, params: { id }, query: { team_id: teamId } }),
      )
      expect([succeeded.length, failed.length]).toEqual([1, 1])
      const isMember = (await project.call('GET /teams', { user, query: { user_id: 'me' } })).items.length === 1
      expect(succeeded).toEqual([isMember ? {} : { success: true }])
    }
  })
})

test('twenty uses of one invitation at once let one person in', async () => {
  const { project, teamId } = await teamWithAdmin()
  const { code } = await invite(project, teamId)
  const people = await Promise.all(Array.from({ length: 20 }, () => createPerson(project)))
  const { succeeded, failed } = await race(20, (index) =>
    project.call(accept, { user: people[index]!, body: { code } }),
  )
  expect(succeeded).toHaveLength(1)
  expect(failed.map((error) => error.code)).toEqual(Array(19).fill('VERIFICATION_CODE_ALREADY_USED'))
  const { items } = await project.call('GET /team-member-profiles', { as: 'server', query: { team_id: teamId } })
  expect(items).toHaveLength(2)
})

test('after twenty looks at it an invitation is refused', async () => {
  const { project, teamId, admin } = await teamWithAdmin()
  const { code } = await invite(project, teamId)
  for (let look = 0; look < 10; look++) {
    await project.call('POST /team-invitations/accept/check-code', { body: { code } })
    await project.call('POST /team-invitations/accept/details', { user: admin, body: { code } })
  }
  await expect(project.call(accept, { user: admin, body: { code } })).rejects.toMatchObject({
    status: 400,
    code: 'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED',
  })
})
