import { goodPassword } from '@latchkey/server/testing'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { clock } from '../environment/clock.ts'
import { KnownErrors } from '../index.ts'
import { openPerson } from '../testing/open-project.ts'

const settings = { 'auth.otp.allowSignIn': true, 'teams.allowClientTeamCreation': true }
const gif = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

beforeEach(() => {
  vi.spyOn(clock, 'wait').mockResolvedValue()
})

describe.each(['client', 'server'] as const)('a user, for a %s', (access) => {
  async function openOwner() {
    const opened = await openPerson(settings)
    const owner = access === 'client' ? opened.user : opened.serverUser
    const read = async () => (await opened.serverApp.getUser(opened.user.id))!
    return { ...opened, owner, read }
  }

  test('changes only the fields of an update', async () => {
    const { owner, read } = await openOwner()
    await owner.update({ displayName: 'Ada', clientMetadata: [1], otpAuthEnabled: true, profileImageUrl: gif })
    await owner.update({ locale: 'de_at' })
    expect(await read()).toMatchObject({
      displayName: 'Ada',
      locale: 'de-AT',
      clientMetadata: [1],
      otpAuthEnabled: true,
      emailAuthEnabled: true,
      isMultiFactorRequired: false,
      profileImageUrl: expect.stringMatching(/\/user-profile-images\/[0-9a-f-]{36}\.gif$/),
    })
    await owner.update({ totpMultiFactorSecret: new Uint8Array(20).fill(255), otpAuthEnabled: false })
    expect(await read()).toMatchObject({ displayName: 'Ada', otpAuthEnabled: false, isMultiFactorRequired: true })
    await owner.update({ totpMultiFactorSecret: null, profileImageUrl: null, displayName: null, locale: null })
    expect(await read()).toMatchObject({
      displayName: null,
      locale: null,
      profileImageUrl: null,
      isMultiFactorRequired: false,
    })
    await expect(owner.update({ passkeyAuthEnabled: true })).rejects.toThrow(/passkey/)
    await owner.update({ passkeyAuthEnabled: false })
    expect(await read()).toMatchObject({ clientMetadata: [1], passkeyAuthEnabled: false })
  })

  test('changes the password if the old one is correct', async () => {
    const { app, owner, serverUser } = await openOwner()
    const before = (await serverUser.getActiveSessions()).length
    const newPassword = 'another good password'
    const error = await owner.updatePassword({ oldPassword: 'not the old one', newPassword })
    expect(error).toBeInstanceOf(KnownErrors.PasswordConfirmationMismatch)
    expect(await owner.updatePassword({ oldPassword: goodPassword, newPassword: 'short' })).toBeInstanceOf(
      KnownErrors.PasswordRequirementsNotMet,
    )
    expect(await serverUser.getActiveSessions()).toHaveLength(before)

    expect(await owner.updatePassword({ oldPassword: goodPassword, newPassword })).toBe(undefined)
    // A change by the user keeps the current session. A server has none.
    expect(await serverUser.getActiveSessions()).toHaveLength(access === 'client' ? 1 : 0)
    const email = serverUser.primaryEmail!
    expect((await app.signInWithCredential({ email, password: newPassword, noRedirect: true })).status).toBe('ok')
  })

  test('has a separate image in a team', async () => {
    const { owner } = await openOwner()
    const team = await owner.createTeam({ displayName: 'Analytics', profileImageUrl: gif })
    expect(team.profileImageUrl).toMatch(/\/team-profile-images\/[0-9a-f-]{36}\.gif$/)
    await (await owner.getTeamProfile(team)).update({ profileImageUrl: 'https://example.com/me.png' })
    expect((await owner.getTeamProfile(team)).profileImageUrl).toBe('https://example.com/me.png')
    await (await owner.getTeamProfile(team)).update({ profileImageUrl: null })
    expect((await owner.getTeamProfile(team)).profileImageUrl).toBeNull()
  })
})

test('a server changes server-only fields, and the client reads what it may see', async () => {
  const { app, user, serverUser, serverApp } = await openPerson(settings)
  await serverUser.setClientReadOnlyMetadata({ plan: 'pro' })
  await serverUser.setServerMetadata({ note: 1 })
  await serverUser.update({
    primaryEmail: 'ada@example.com',
    primaryEmailVerified: true,
    primaryEmailAuthEnabled: false,
  })
  const known = (await serverApp.getUser(user.id))!
  expect(known).toMatchObject({
    clientReadOnlyMetadata: { plan: 'pro' },
    serverMetadata: { note: 1 },
    primaryEmail: 'ada@example.com',
    primaryEmailVerified: true,
  })
  expect(known.lastActiveAt).toBeInstanceOf(Date)
  await user.setDisplayName('Ada')
  const own = await app.getUser({ or: 'throw' })
  expect(own).toMatchObject({ clientReadOnlyMetadata: { plan: 'pro' }, primaryEmail: 'ada@example.com' })
  expect(own).not.toHaveProperty('serverMetadata')
})

test('a server user is created with all options', async () => {
  const { serverApp } = await openPerson(settings)
  const options = {
    primaryEmail: 'grace@example.com',
    primaryEmailVerified: true,
    otpAuthEnabled: true,
    displayName: 'Grace',
    clientMetadata: 1,
    clientReadOnlyMetadata: 'two',
    serverMetadata: [3],
  }
  const { id } = await serverApp.createUser({ ...options, primaryEmailAuthEnabled: true, password: 'a good password' })
  expect(await serverApp.getUser(id)).toMatchObject({ ...options, hasPassword: true })
})
