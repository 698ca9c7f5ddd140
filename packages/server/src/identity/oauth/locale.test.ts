import { expect, test } from 'vitest'
import { newPerson, providerForTests, signInWithProvider } from '../../testing/provider-sign-in.ts'

const provider = providerForTests()

test('a user who signs up with a provider gets the language of the app, and keeps it', async () => {
  const project = await provider.newProject()
  const person = newPerson()
  const first = await signInWithProvider(provider.idp, project, person, { query: { locale: 'fr_ca' } })
  expect(first.user.locale).toBe('fr-CA')
  const again = await signInWithProvider(provider.idp, project, person, { query: { locale: 'ja' } })
  expect(again.is_new_user).toBe(false)
  expect(again.user.locale).toBe('fr-CA')
})
