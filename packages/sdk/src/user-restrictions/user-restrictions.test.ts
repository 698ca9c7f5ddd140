import { goodPassword } from '@latchkey/server/testing'
import { expect, test } from 'vitest'
import { createClient, openPerson } from '../testing/open-project.ts'

test('a restricted user is signed out and cannot sign in until the restriction is lifted', async () => {
  const { project, app, user, serverUser } = await openPerson()
  const email = user.primaryEmail!
  const until = new Date(Date.now() + 3_600_000)
  expect(await serverUser.getRestriction()).toBeNull()
  const message = 'You sent too many messages.'
  await serverUser.restrict({ reason: 'Sent spam.', message, until })
  expect(await serverUser.getRestriction()).toEqual({
    reason: 'Sent spam.',
    message,
    restrictedAt: expect.any(Date),
    until,
  })

  await expect(user.setDisplayName('Mallory')).rejects.toThrow()
  expect(await app.getUser()).toBeNull()
  const signIn = () => createClient(project).signInWithCredential({ email, password: goodPassword })
  await expect(signIn()).rejects.toMatchObject({
    errorCode: 'USER_IS_RESTRICTED',
    details: { until_millis: until.getTime() },
  })

  await serverUser.unrestrict()
  expect(await serverUser.getRestriction()).toBeNull()
  expect(await signIn()).toMatchObject({ status: 'ok' })
})
