import { newEmail, openEmailServer, type TestEmail } from '@latchkey/server/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { clock } from '../environment/clock.ts'
import { appInternalsSymbol } from '../index.ts'
import { openPerson } from '../testing/open-project.ts'

const callbackUrl = 'http://localhost:3000/verify'

let emailServer: TestEmail
beforeAll(async () => {
  emailServer = await openEmailServer(inject('databaseUrl'))
})
afterAll(() => emailServer.close())
beforeEach(() => {
  vi.spyOn(clock, 'wait').mockResolvedValue()
})

async function openOwner(access: 'client' | 'server') {
  const opened = await openPerson({}, emailServer.server)
  return { ...opened, owner: access === 'client' ? opened.user : opened.serverUser }
}

describe.each(['client', 'server'] as const)('the emails of a user, for a %s', (access) => {
  test('are listed, added, changed and removed', async () => {
    const { user, owner } = await openOwner(access)
    expect(await owner.listContactChannels()).toMatchObject([
      { value: user.primaryEmail, type: 'email', isPrimary: true, isVerified: false, usedForAuth: true },
    ])
    const value = newEmail()
    const channel = await owner.createContactChannel({ type: 'email', value, usedForAuth: false })
    expect(channel).toMatchObject({ value, isPrimary: false, isVerified: false, usedForAuth: false })
    expect(await owner.listContactChannels()).toHaveLength(2)

    await channel.update({ usedForAuth: true })
    expect((await owner.listContactChannels())[1]).toMatchObject({ id: channel.id, usedForAuth: true })
    expect(channel.usedForAuth).toBe(false)
    await channel.delete()
    expect(await owner.listContactChannels()).toHaveLength(1)
  })

  test('are rejected when another account signs in with them', async () => {
    const { project, owner } = await openOwner(access)
    const { email } = await project.signUp()
    const channel = await owner.createContactChannel({ type: 'email', value: email, usedForAuth: false })
    const taken = { errorCode: 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE' }
    await expect(channel.update({ usedForAuth: true })).rejects.toMatchObject(taken)
    await channel.delete()
    const options = { type: 'email', value: email, usedForAuth: true } as const
    await expect(owner.createContactChannel(options)).rejects.toMatchObject(taken)
  })

  test('are verified by email, once', async () => {
    const { app, user, owner } = await openOwner(access)
    const value = newEmail()
    const channel = await owner.createContactChannel({ type: 'email', value, usedForAuth: false })
    await expect(channel.sendVerificationEmail()).rejects.toThrow('Outside a browser, pass `callbackUrl`')
    await channel.sendVerificationEmail({ callbackUrl })
    const { link } = await emailServer.waitForEmail(value)

    const shown = user[appInternalsSymbol].contactChannels
    shown.subscribe(() => {})
    await shown.load()
    expect((await app.verifyEmail(new URL(link!).searchParams.get('code')!)).status).toBe('ok')
    const entry = shown.getSnapshot()
    expect(entry.status === 'ok' && entry.value[1]).toMatchObject({ id: channel.id, isVerified: true })

    emailServer.inbox.clear()
    await channel.sendVerificationEmail({ callbackUrl })
    // The account may still be notified of the new address.
    expect(emailServer.inbox.list().filter(({ to }) => to.includes(value))).toEqual([])
  })
})

test('a new primary email appears immediately in the user', async () => {
  const { app, serverApp, user } = await openOwner('client')
  app[appInternalsSymbol].currentUser.subscribe(() => {})
  await user.createContactChannel({ type: 'email', value: 'new@example.com', usedForAuth: false, isPrimary: true })
  expect(app[appInternalsSymbol].currentUser.getSnapshot()).toMatchObject({
    value: { primaryEmail: 'new@example.com' },
  })
  expect(await serverApp.getUser(user.id)).toMatchObject({ primaryEmail: 'new@example.com' })
})

test('only servers can mark an email as verified', async () => {
  const { user, serverUser } = await openOwner('server')
  const options = { type: 'email', usedForAuth: false, isVerified: true } as const
  const channel = await serverUser.createContactChannel({ ...options, value: newEmail() })
  expect(channel.isVerified).toBe(true)
  await channel.update({ isVerified: false })
  expect((await serverUser.listContactChannels())[1]).toMatchObject({ isVerified: false })
  await expect(user.createContactChannel({ ...options, value: newEmail() })).rejects.toMatchObject({
    errorCode: 'SCHEMA_ERROR',
  })
})
