import { describe, expect, test } from 'vitest'
import { renderSystemEmail } from '../../emails/templates/system-emails.ts'
import { projectCache } from '../../projects/cache.ts'
import { newEmail, race, testServer } from '../../testing/index.ts'
import { codeEmailedTo, listOutgoingEmails } from '../../testing/outbox.ts'
import { addOwner, by, createOwnedProject, createProjectOf } from '../../testing/owners.ts'
import type { TestProject } from '../../testing/project.ts'
import { createOwner, createPerson } from '../../testing/world.ts'

const ownedProject = async () => createOwnedProject(await testServer())
const accept = ({ send }: TestProject, user: { access_token: string }, code: string) =>
  send('POST /team-invitations/accept', { user, body: { code } })
const read = ({ send }: TestProject, code: string) => send('POST /internal/invited-owner/details', { body: { code } })
const ended = { body: { code: 'VERIFICATION_CODE_NOT_FOUND' } }

/** An invitation and its code. */
async function invite(options: { email?: string; role?: 'owner' | 'support' } = {}) {
  const owned = await ownedProject()
  const { email = newEmail(), role } = options
  expect((await by(owned.owner, owned.project).invite(email, role)).status).toBe(200)
  return { ...owned, email, code: await codeEmailedTo(owned.internal, email, 'owner_invitation') }
}

describe('the invitation of an owner', () => {
  test('is accepted by nobody but an account that has verified the invited address', async () => {
    const { internal, code, project, owner, email } = await invite()
    const finder = await createOwner(internal.server)
    const refusal = { status: 403, body: expect.stringContaining(`for ${email[0]}•••@example.com.`) }
    expect(await accept(internal, finder, code)).toMatchObject(refusal)
    // An address that somebody merely claims to have is not enough.
    await internal.call('POST /contact-channels', {
      as: 'server',
      body: { user_id: finder.id, type: 'email', value: email, used_for_auth: false, is_verified: false },
    })
    expect(await accept(internal, finder, code)).toMatchObject(refusal)
    expect(await by(owner, project).list()).toHaveLength(1)

    const { items } = await internal.call('GET /contact-channels', { as: 'server', query: { user_id: finder.id } })
    const channel = items.find(({ value }) => value === email)!
    await internal.call('PATCH /contact-channels/{user_id}/{id}', {
      as: 'server',
      params: { user_id: finder.id, id: channel.id },
      body: { is_verified: true },
    })
    expect((await accept(internal, finder, code)).status).toBe(200)
    expect(await by(owner, project).list()).toMatchObject([
      { role: 'owner' },
      { user_id: finder.id, role: 'developer' },
    ])
  })

  test('gives the role that it names, and one of an owner the permission that existing clients look for', async () => {
    for (const role of ['support', 'owner'] as const) {
      const user = await createOwner(await testServer())
      const { internal, project, code, owner } = await invite({ email: user.email, role })
      expect((await accept(internal, user, code)).status).toBe(200)
      expect((await by(user, project).list()).find(({ user_id }) => user_id === user.id)?.role).toBe(role)
      const query = { team_id: owner.teamId, user_id: user.id }
      const { items } = await internal.call('GET /team-permissions', { as: 'server', query })
      expect(items.some(({ id }) => id === 'team_admin')).toBe(role === 'owner')
    }
  })

  test('names who invites to what, without the whole address', async () => {
    const { internal, code, project, owner, email } = await invite({ role: 'support' })
    await createProjectOf(owner, project.server)
    expect(await read(internal, code)).toMatchObject({
      status: 200,
      body: {
        inviter_name: owner.email,
        project_names: ['Test project', 'Test project'],
        project_count: 2,
        role: 'support',
        recipient_email: `${email[0]}•••@example.com`,
        has_account: false,
      },
    })
    const person = await createPerson(internal)
    await by(owner, project).invite(person.email)
    const known = await codeEmailedTo(internal, person.email, 'owner_invitation')
    expect(await read(internal, known)).toMatchObject({ body: { has_account: true, role: 'developer' } })
  })

  test('is an email that says who invites to which project', async () => {
    const { internal, project, owner } = await invite()
    await createProjectOf(owner, project.server)
    const email = newEmail()
    await by(owner, project).invite(email, 'support')
    const sent = (await listOutgoingEmails(internal, 'owner_invitation')).find(({ to }) => to === email)!
    const { platform } = project.server
    const sender = (await projectCache(platform).find(internal.id))!
    const { variables, locale = null } = sent.content
    const { subject, text } = await renderSystemEmail(platform, sender, 'owner_invitation', variables, locale)
    expect(subject).toBe('You are invited to the project Test project')
    expect(text).toContain(`${owner.email} invites you to the project “Test project” with the role support.`)
    expect(text).toContain('in the other project of its team')
    const german = await renderSystemEmail(platform, sender, 'owner_invitation', variables, 'de')
    expect(german.text).toContain('mit der Rolle Support in das Projekt')
    const developer = { ...variables, role: 'developer' }
    const japanese = await renderSystemEmail(platform, sender, 'owner_invitation', developer, 'ja')
    expect(japanese.text).toContain('ロール 開発者 で')
  })
})

describe('who is removed', () => {
  test('takes the invitations they sent and those to their addresses along', async () => {
    const { internal, project, owner } = await ownedProject()
    const leaving = await addOwner(project.server, owner.teamId, 'owner')
    const [friend, stranger] = [await createPerson(internal), await createPerson(internal)]
    await by(leaving, project).invite(friend.email, 'owner')
    await by(owner, project).invite(leaving.email.toUpperCase())
    await by(owner, project).invite(stranger.email)
    const codeOf = (email: string) => codeEmailedTo(internal, email, 'owner_invitation')
    const [sent, received] = [await codeOf(friend.email), await codeOf(leaving.email.toUpperCase())]
    expect((await by(owner, project).remove(leaving)).status).toBe(200)
    expect(await accept(internal, friend, sent)).toMatchObject(ended)
    expect(await accept(internal, leaving, received)).toMatchObject(ended)
    expect(await by(owner, project).listInvitations()).toMatchObject([{ recipient_email: stranger.email }])
    expect((await accept(internal, stranger, await codeOf(stranger.email))).status).toBe(200)
  })

  test.each(['leaves the team', 'deletes the account'] as const)('does so when the person %s as well', async (way) => {
    const { internal, project, owner } = await ownedProject()
    const leaving = await addOwner(project.server, owner.teamId, 'owner')
    const friend = await createPerson(internal)
    await by(leaving, project).invite(friend.email, 'owner')
    const code = await codeEmailedTo(internal, friend.email, 'owner_invitation')
    const params = { team_id: owner.teamId, user_id: leaving.id }
    if (way === 'leaves the team') {
      await internal.call('DELETE /team-memberships/{team_id}/{user_id}', { user: leaving, params })
    } else await internal.call('DELETE /users/{user_id}', { as: 'server', params: { user_id: leaving.id } })
    expect(await accept(internal, friend, code)).toMatchObject(ended)
  })

  test('does not come back by an invitation that is accepted at the same moment', async () => {
    const { internal, project, owner } = await ownedProject()
    const leaving = await addOwner(project.server, owner.teamId, 'developer')
    await by(owner, project).invite(leaving.email, 'developer')
    const code = await codeEmailedTo(internal, leaving.email, 'owner_invitation')
    await race(2, (index) => (index === 0 ? by(owner, project).remove(leaving) : accept(internal, leaving, code)))
    expect(await by(owner, project).list()).toMatchObject([{ user_id: owner.id }])
  })
})
