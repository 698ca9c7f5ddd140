import { newEmail, openEmailServer, type TestEmail } from '@latchkey/server/testing'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { clock } from '../environment/clock.ts'
import { appInternalsSymbol, KnownErrors } from '../index.ts'
import { createClient, openPerson, signUp } from '../testing/open-project.ts'

const callbackUrl = 'http://localhost:3000/join'
const done = { status: 'ok', data: undefined }

let emailServer: TestEmail
beforeAll(async () => {
  emailServer = await openEmailServer(inject('databaseUrl'))
})
afterAll(() => emailServer.close())
beforeEach(() => {
  vi.spyOn(clock, 'wait').mockResolvedValue()
})

async function openTeam(access: 'client' | 'server' = 'client') {
  const opened = await openPerson({ 'teams.allowClientTeamCreation': true }, emailServer.server)
  const team = await (access === 'client' ? opened.user : opened.serverUser).createTeam({ displayName: 'Analytics' })
  return { ...opened, team }
}

async function codeSentTo(email: string): Promise<string> {
  const { link } = await emailServer.waitForEmail(email, 'team_invitation')
  return new URL(link!).searchParams.get('code')!
}

test.each([
  'client',
  'server',
] as const)('a user invited by a %s joins the team with the emailed code', async (access) => {
  const { project, team } = await openTeam(access)
  const email = newEmail()
  await team.inviteUser({ email, callbackUrl })
  const code = await codeSentTo(email)

  const guest = createClient(project)
  expect(await guest.verifyTeamInvitationCode(code)).toEqual(done)
  const user = await signUp(guest)
  expect(await guest.getTeamInvitationDetails(code)).toEqual({ status: 'ok', data: { teamDisplayName: 'Analytics' } })
  const { teams } = user[appInternalsSymbol]
  teams.subscribe(() => {})
  await teams.load()
  expect(await guest.acceptTeamInvitation(code)).toEqual(done)
  expect(teams.getSnapshot()).toMatchObject({ value: [{ id: team.id }] })

  for (const use of [guest.verifyTeamInvitationCode, guest.getTeamInvitationDetails, guest.acceptTeamInvitation]) {
    const again = await use(code)
    expect(again.status === 'error' && KnownErrors.VerificationCodeAlreadyUsed.isInstance(again.error)).toBe(true)
  }
})

test.each(['client', 'server'] as const)('a %s lists pending invitations and revokes them', async (access) => {
  const { app, team } = await openTeam(access)
  const { invitations } = team[appInternalsSymbol]
  invitations.subscribe(() => {})
  const email = newEmail()
  await team.inviteUser({ email, callbackUrl })
  const [invitation] = await team.listInvitations()
  expect(invitation).toMatchObject({ recipientEmail: email })
  expect(invitation!.expiresAt.getTime()).toBeGreaterThan(Date.now())
  expect(invitations.getSnapshot()).toMatchObject({ value: [{ recipientEmail: email }] })

  await invitation!.revoke()
  expect(invitations.getSnapshot()).toMatchObject({ value: [] })
  const result = await app.verifyTeamInvitationCode(await codeSentTo(email))
  expect(result.status === 'error' && KnownErrors.VerificationCodeError.isInstance(result.error)).toBe(true)
})

test('a code can be checked without a token store, but only a signed-in user can accept it', async () => {
  const { project, team } = await openTeam()
  const email = newEmail()
  await team.inviteUser({ email, callbackUrl })
  const code = await codeSentTo(email)
  const anybody = createClient(project, { tokenStore: null })
  expect(await anybody.verifyTeamInvitationCode(code)).toEqual(done)
  await expect(anybody.acceptTeamInvitation(code)).rejects.toThrow('no token store')
  await expect(createClient(project).acceptTeamInvitation(code)).rejects.toMatchObject({
    errorCode: 'USER_AUTHENTICATION_REQUIRED',
  })
})

test('the callback URL must be trusted, and is required outside a browser', async () => {
  const { team } = await openTeam()
  await expect(team.inviteUser({ email: newEmail() })).rejects.toThrow('Outside a browser, pass `callbackUrl`')
  await expect(team.inviteUser({ email: newEmail(), callbackUrl: 'https://evil.example' })).rejects.toMatchObject({
    errorCode: 'REDIRECT_URL_NOT_WHITELISTED',
  })
})
