import { createPublicKey, sign, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSecrets } from '../../platform/secrets.ts'
import { deriveRsaKey } from './saml-key.ts'

const secrets = createSecrets('a secret of a server on a developer’s machine')

test('the key is the same after a restart, and another one for another purpose', async () => {
  const key = await deriveRsaKey(secrets, 'SAML')
  expect((await deriveRsaKey(secrets, 'SAML')).equals(key)).toBe(true)
  expect((await deriveRsaKey(secrets, 'something else')).equals(key)).toBe(false)
  expect(key.asymmetricKeyDetails?.modulusLength).toBe(2048)
  expect(verify('sha256', Buffer.from('text'), createPublicKey(key), sign('sha256', Buffer.from('text'), key))).toBe(
    true,
  )
})

test('a server that is slow to take turns has the key after a few of them', async () => {
  let turns = 0
  let isDone = false
  const turn = () => {
    turns++
    // Long enough for what this turn has begun.
    for (const end = performance.now() + 50; performance.now() < end; );
    if (!isDone) setImmediate(turn)
  }
  turn()
  await deriveRsaKey(secrets, 'SAML')
  isDone = true
  expect(turns).toBeLessThan(200)
})
