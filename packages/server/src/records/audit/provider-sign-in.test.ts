import { expect, test } from 'vitest'
import {
  exchangeCode,
  newPerson,
  providerForTests,
  signInAt,
  signInWithProvider,
} from '../../testing/provider-sign-in.ts'
import { listAuditEntries } from '../../testing/records.ts'
import { readClaims } from '../../testing/world.ts'

const provider = providerForTests()

test('a sign-in at a provider is in the audit log with the account that it was linked to', async () => {
  const project = await provider.newProject()
  const { access_token } = await signInWithProvider(provider.idp, project, newPerson())
  const { sub: user_id } = readClaims(access_token)
  expect(await listAuditEntries(project)).toMatchObject([
    { action: 'user.created', target_id: user_id },
    { action: 'provider_link.created', target_id: user_id, details: { account_id: expect.any(String) } },
    { action: 'user.signed_in', target_id: user_id, details: { method: 'oauth' } },
  ])
})

test('a session that ends because its code was used twice is in the audit log, without an actor', async () => {
  const project = await provider.newProject()
  const { code, flow } = await signInAt(provider.idp, project, newPerson())
  expect(await exchangeCode(project, code!, flow.verifier)).toMatchObject({ status: 200 })
  const [signIn] = await listAuditEntries(project, 'user.signed_in')
  for (let time = 0; time < 2; time++) {
    expect(await exchangeCode(project, code!, flow.verifier)).toMatchObject({ status: 400 })
  }
  expect(await listAuditEntries(project, 'session.')).toMatchObject([
    {
      action: 'session.revoked',
      actor_type: 'unknown',
      actor_id: null,
      target_id: signIn!.target_id,
      details: { session_id: expect.any(String), code_came_twice: true },
      ip_address: '127.0.0.1',
    },
  ])
})
