import { describe, expect, test } from 'vitest'
import { type SignedUp, type TestProject, testProject } from '../../testing/index.ts'
import { giveAccess, liveGrants } from '../../testing/oauth-grants.ts'
import { codeEmailedTo } from '../../testing/outbox.ts'
import { listAuditEntries, listEvents, listenToEvents } from '../../testing/records.ts'
import { totpSecret } from '../../testing/second-factor.ts'
import { teamActions } from '../../testing/team.ts'

interface Given {
  project: TestProject
  person: SignedUp
  teamId: string
}

const newPassword = 'another good password'
const settings = { 'users.allowClientUserDeletion': true }

const asServer = (body: object) => (given: Given) =>
  given.project.call('PATCH /users/{user_id}', { as: 'server', params: { user_id: given.person.user_id }, body })
const membership = ({ teamId, person }: Given) => ({ team_id: teamId, user_id: person.user_id })

/** What ends the access of all apps, and the reason that webhooks and the audit log name. */
const ends: Record<string, [reason: string, end: (given: Given) => Promise<unknown>]> = {
  'the user changes the password': [
    'password_changed',
    ({ project, person }) =>
      project.call('POST /auth/password/update', {
        user: person,
        headers: { 'x-stack-refresh-token': person.refresh_token },
        body: { old_password: person.password, new_password: newPassword },
      }),
  ],
  'the user resets the password': [
    'password_changed',
    async ({ project, person: { email } }) => {
      const callback_url = 'http://localhost:3000/reset'
      await project.call('POST /auth/password/send-reset-code', { body: { email, callback_url } })
      const code = await codeEmailedTo(project, email, 'password_reset')
      await project.call('POST /auth/password/reset', { body: { code, password: newPassword } })
    },
  ],
  'a server sets the password': ['password_changed', asServer({ password: newPassword })],
  'the user is restricted, even for a moment': [
    'user_restricted',
    async ({ project, person: { user_id } }) => {
      const request = { as: 'server' as const, params: { user_id } }
      await project.call('PUT /users/{user_id}/restriction', { ...request, body: { reason: 'A test' } })
      await project.call('DELETE /users/{user_id}/restriction', request)
    },
  ],
  'an owner resets the second factor': [
    'second_factor_reset',
    async ({ project, person }) => {
      const body = { totp_secret_base64: totpSecret.toString('base64') }
      await project.call('PATCH /users/me', { user: person, body })
      const params = { user_id: person.user_id }
      await project.call('DELETE /users/{user_id}/second-factor', { as: 'admin', params })
    },
  ],
  'a change is undone from the first address': [
    'change_undone',
    async ({ project, person }) => {
      const body = { user_id: 'me', type: 'email' as const, value: 'thief@example.com', used_for_auth: true }
      await project.call('POST /contact-channels', { user: person, body })
      const code = await codeEmailedTo(project, person.email, 'email_added')
      const form = new URLSearchParams({ code, confirmed: 'true' })
      await project.server.fetch('/api/v1/auth/undo-change', { method: 'POST', body: form })
    },
  ],
  'the user is deleted': ['user_deleted', ({ project, person }) => project.call('DELETE /users/me', { user: person })],
}

/** What ends only what may use the permissions of a team. */
const teamEnds: Record<string, [reason: string, end: (given: Given) => Promise<unknown>]> = {
  'the user leaves the team': [
    'left_team',
    (given) =>
      given.project.call('DELETE /team-memberships/{team_id}/{user_id}', {
        user: given.person,
        params: membership(given),
      }),
  ],
  'the user is removed from the team': [
    'left_team',
    (given) =>
      given.project.call('DELETE /team-memberships/{team_id}/{user_id}', { as: 'server', params: membership(given) }),
  ],
  'the team is deleted': [
    'team_deleted',
    ({ project, teamId }) => project.call('DELETE /teams/{team_id}', { as: 'server', params: { team_id: teamId } }),
  ],
}

const unchanged: Record<string, (given: Given) => Promise<unknown>> = {
  'the user signs out': ({ project, person }) => project.call('DELETE /auth/sessions/current', { user: person }),
  'the user changes the name': asServer({ display_name: 'Ada' }),
  'another user is restricted': async ({ project }) => {
    const { user_id } = await project.signUp()
    const body = { reason: 'A test' }
    await project.call('PUT /users/{user_id}/restriction', { as: 'server', params: { user_id }, body })
  },
  'another member leaves the team': async ({ project, teamId }) => {
    const { createMember, removeMember } = teamActions(project)
    await removeMember(teamId, await createMember(teamId))
  },
  'the user cannot change the password': ({ project, person }) =>
    project.send('POST /auth/password/update', {
      user: person,
      body: { old_password: 'not the password', new_password: newPassword },
    }),
}

async function open() {
  const project = await testProject(settings)
  await listenToEvents(project, ['oauth_grant.revoked'])
  const person = await project.signUp()
  await project.call('PATCH /users/{user_id}', {
    as: 'server',
    params: { user_id: person.user_id },
    body: { primary_email_verified: true },
  })
  const { createTeam, addMember } = teamActions(project)
  const teamId = await createTeam()
  await addMember(teamId, { id: person.user_id })
  const own = await giveAccess(project, person.user_id)
  const ofTeam = await giveAccess(project, person.user_id, { teamId })
  return { given: { project, person, teamId }, own, ofTeam }
}

const reasons = async (project: TestProject) =>
  (await listEvents(project)).map(({ data }) => (data as { reason: string }).reason)

describe('no app has access any more once', () => {
  test.each(Object.entries(ends))('%s', async (_, [reason, end]) => {
    const { given } = await open()
    const { project, person } = given
    await end(given)
    expect(await liveGrants(project, person.user_id)).toEqual([])
    expect(await reasons(project)).toEqual([reason, reason])
    const entries = await listAuditEntries(project, 'oauth_grant.revoked')
    expect(entries.map(({ details }) => (details as { reason: string }).reason)).toEqual([reason, reason])
  })
})

describe('no app has access with the permissions of a team any more once', () => {
  test.each(Object.entries(teamEnds))('%s', async (_, [reason, end]) => {
    const { given, own } = await open()
    await end(given)
    expect(await liveGrants(given.project, given.person.user_id)).toEqual([own])
    expect(await reasons(given.project)).toEqual([reason])
  })
})

describe('apps keep their access when', () => {
  test.each(Object.entries(unchanged))('%s', async (_, change) => {
    const { given, own, ofTeam } = await open()
    await change(given)
    expect((await liveGrants(given.project, given.person.user_id)).sort()).toEqual([own, ofTeam].sort())
    expect(await reasons(given.project)).toEqual([])
  })
})

test('an app whose access had expired has not lost it now', async () => {
  const { given } = await open()
  const { project, person } = given
  await project.call('DELETE /oauth-provider/grants/{user_id}', { user: person, params: { user_id: 'me' } })
  await giveAccess(project, person.user_id, { expiresAt: new Date(project.server.platform.now().getTime() - 1) })
  await project.call('DELETE /oauth-provider/grants/{user_id}', { user: person, params: { user_id: 'me' } })
  expect(await liveGrants(project, person.user_id)).toEqual([])
  expect(await reasons(project)).toEqual(['ended_by_user', 'ended_by_user'])
})
