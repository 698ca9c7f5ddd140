import { openSamlProvider, type SamlProvider } from '@latchkey/server/testing/saml-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoUrl } from './browser.ts'
import { openOwnedProject } from './owned-project.ts'

interface Connection {
  provider_id: string
  saml: { service_provider: { metadata_url: string } }
}

let idp: SamlProvider
beforeAll(async () => {
  idp = await openSamlProvider()
})
afterAll(() => idp.close())

/** An app whose sign-in page leads to the provider of a company. */
async function openCompany() {
  const { openApp, askAsAdmin } = await openOwnedProject()
  const { id: team_id } = await askAsAdmin('POST', '/teams', { display_name: 'Acme' })
  const saml = { metadata_url: idp.metadataUrl }
  const body = { team_id, display_name: 'Acme', is_active: true, saml }
  const connection = (await askAsAdmin('POST', '/connections', body)) as unknown as Connection
  const metadata = await fetch(connection.saml.service_provider.metadata_url)
  idp.trust(await metadata.text())
  /** In a new browser, which posts the form of the provider by itself. */
  const signIn = async () => {
    const app = await openApp()
    await app.goto(`${demoUrl}handler/sign-in?connection=${connection.provider_id}`)
    await app.getByRole('button', { name: "Continue with your company's sign-in" }).click()
    return app
  }
  const listMembers = async () => {
    const { items } = await askAsAdmin('GET', `/users?team_id=${team_id}`)
    return (items as { display_name: string }[]).map(({ display_name }) => display_name)
  }
  return { signIn, listMembers }
}

test('a browser carries the forms of a SAML provider that is not ours, signed or encrypted', async () => {
  const { signIn, listMembers } = await openCompany()
  const attributes = { email: 'grace@acme.example', displayName: 'Grace Hopper' }
  for (const behavior of [{}, { signs: 'both' as const }, { encrypts: true }]) {
    idp.behavior = behavior
    idp.person = { nameId: 'grace', attributes }
    const app = await signIn()
    await app.getByRole('heading', { name: 'Hello, Grace Hopper' }).waitFor()
  }
  expect(await listMembers()).toEqual(['Grace Hopper'])
})

test('a browser that returns with a changed form is not signed in', async () => {
  const { signIn, listMembers } = await openCompany()
  idp.person = { nameId: 'eve', attributes: { email: 'eve@acme.example' } }
  idp.behavior = { tamper: (xml) => xml.replace('eve@acme.example', 'ceo@acme.example') }
  const app = await signIn()
  await app.getByText('Acme sent an invalid response, so you were not signed in.').waitFor()
  expect(await listMembers()).toEqual([])
})
