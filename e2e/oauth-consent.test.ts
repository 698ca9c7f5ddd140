import { expect, test } from 'vitest'
import { findAccessibilityProblemsInBothSchemes } from './axe.ts'
import { demoUrl, fillSignIn, fillSignUp, newPerson, openBrowser, serverUrl } from './browser.ts'
import { openOwnedProject } from './owned-project.ts'
import { readKey, saveRecoveryCodes, totpOfKey } from './totp.ts'
import { openWebClient, switchOn } from './web-client.ts'

const question = 'Planner wants to use your Fieldnotes account'

test('a person without an account signs up on the page of the server, allows the app, and is not asked again', async () => {
  const owned = await openOwnedProject()
  await switchOn(owned)
  const client = await openWebClient(owned)
  const page = await openBrowser()
  await page.goto(client.start)
  await page.waitForURL(new RegExp(`/oauth/${owned.id}/handler/sign-in\\?after_auth_return_to=`))
  await page.getByRole('link', { name: 'Create an account' }).click()
  const person = newPerson()
  await fillSignUp(page, person)
  await page.getByRole('button', { name: 'Sign up', exact: true }).click()
  await page.getByRole('heading', { name: question }).waitFor()
  await page.getByText(person.email).waitFor()
  await page.getByText('See your email address').waitFor()
  await page.getByText(`You'll return to ${new URL(client.url).host}.`).waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page, 'oauth-consent')).toEqual([])
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: `Signed in as ${person.email}` }).waitFor()

  await page.goto('about:blank')
  await page.goto(client.start)
  await page.getByRole('heading', { name: `Signed in as ${person.email}` }).waitFor()

  // The dashboard has the same origin, and nobody is signed in there.
  await page.goto(`${serverUrl}/dashboard`)
  await page.waitForURL(/\/handler\/sign-(in|up)/)
  const other = await openOwnedProject()
  await switchOn(other)
  await page.goto((await openWebClient(other)).start)
  await page.waitForURL(new RegExp(`/oauth/${other.id}/handler/sign-in`))
})

test('an app shows the question on its own page, and whoever cancels there is not signed in', async () => {
  const owned = await openOwnedProject()
  await switchOn(owned, { 'oauthProvider.consentUrl': `${demoUrl}handler/oauth-consent` })
  const client = await openWebClient(owned)
  const page = await owned.openApp()
  const person = await createPerson(owned)
  await page.goto(client.start)
  await page.waitForURL(/demo\/handler\/sign-in\?after_auth_return_to=/)
  await fillSignIn(page, person)
  await page.getByRole('heading', { name: question }).waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page, 'oauth-consent-of-app')).toEqual([])
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('heading', { name: 'Not signed in: access_denied' }).waitFor()

  await page.goto(client.start)
  await page.getByRole('heading', { name: question }).waitFor()
  await page.getByRole('checkbox', { name: 'See your email address' }).uncheck()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: 'Signed in as undefined' }).waitFor()
})

test('a session that ends while the question is open approves nothing', async () => {
  const owned = await openOwnedProject()
  await switchOn(owned)
  const client = await openWebClient(owned)
  const person = await createPerson(owned)
  const page = await openBrowser({ width: 380, colorScheme: 'dark' })
  await page.goto(client.start)
  await fillSignIn(page, person)
  await page.getByRole('heading', { name: question }).waitFor()
  const { items } = await owned.askAsAdmin('GET', `/auth/sessions?user_id=${person.id}`)
  for (const { id } of items as { id: string }[]) await owned.askAsAdmin('DELETE', `/auth/sessions/${id}`)
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(/handler\/sign-in\?after_auth_return_to=/)
  await fillSignIn(page, person)
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: `Signed in as ${person.email}` }).waitFor()
})

test('who lacks the second factor that a project requires sets one up first, and returns to the question', async () => {
  const owned = await openOwnedProject()
  await switchOn(owned)
  const client = await openWebClient(owned)
  const person = await createPerson(owned)
  const page = await openBrowser({ width: 380 })
  await page.goto(client.start)
  await fillSignIn(page, person)
  await page.getByRole('heading', { name: question }).waitFor()
  const config = { second_factor: 'required', second_factor_required_from_millis: null }
  await owned.askAsAdmin('PATCH', '/internal/projects/current', { config })
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor()
  await page.getByLabel('Code', { exact: true }).fill(totpOfKey(await readKey(page)))
  await saveRecoveryCodes(page)
  await page.getByRole('heading', { name: question }).waitFor()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: `Signed in as ${person.email}` }).waitFor()
})

test('an app that introduces itself is shown with its host, as not verified, and each time', async () => {
  const owned = await openOwnedProject()
  await switchOn(owned, { 'oauthProvider.allowMetadataDocuments': true })
  const client = await openWebClient(owned, { introducesItself: true })
  const person = await createPerson(owned)
  const page = await openBrowser({ width: 380 })
  await page.goto(client.start)
  await fillSignIn(page, person)
  const { host } = new URL(client.url)
  for (const _visit of ['first', 'second']) {
    await page.getByRole('heading', { name: question }).waitFor()
    await page.getByText('This app is not verified.').waitFor()
    await page.getByText(`The app introduces itself at ${host}.`).waitFor()
    expect(await findAccessibilityProblemsInBothSchemes(page, 'oauth-consent-not-verified')).toEqual([])
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('heading', { name: `Signed in as ${person.email}` }).waitFor()
    await page.goto(client.start)
  }
})

test('a person chooses the team that an app gets access to, and ends the access in the account settings', async () => {
  const owned = await openOwnedProject()
  const { askAsAdmin } = owned
  await switchOn(owned, {
    'oauthProvider.allowMetadataDocuments': true,
    'rbac.permissions.read_invoices': { scope: 'team' },
    'oauthProvider.scopes.invoices:read': {
      displayName: 'Read invoices',
      description: 'Only those of the team that you choose.',
      permissionId: 'read_invoices',
    },
  })
  const person = await createPerson(owned)
  for (const display_name of ['Riverside Gardeners', 'Harbour Lights']) {
    const { id } = await askAsAdmin('POST', '/teams', { display_name })
    await askAsAdmin('POST', `/team-memberships/${id}/${person.id}`, {})
    await askAsAdmin('POST', `/team-permissions/${id}/${person.id}/read_invoices`, {})
  }
  const scope = 'openid profile email offline_access invoices:read'
  const client = await openWebClient(owned, { introducesItself: true, scope })
  const page = await openBrowser({ width: 380 })
  await page.goto(client.start)
  await fillSignIn(page, person)
  await page.getByRole('heading', { name: question }).waitFor()
  await page.getByLabel('Team', { exact: true }).selectOption('Harbour Lights')
  expect(await findAccessibilityProblemsInBothSchemes(page, 'oauth-consent-team')).toEqual([])
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: `Signed in as ${person.email}` }).waitFor()

  await page.goto(`${serverUrl}/oauth/${owned.id}/handler/account-settings#apps-and-agents`)
  await page.getByText('For the team Harbour Lights').waitFor()
  await page.getByText('Unverified app').waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page, 'apps-and-agents')).toEqual([])
  await owned.open(`/users/${person.id}?tab=apps`)
  await owned.page.getByText('Harbour Lights').first().waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(owned.page, 'dashboard-user-apps')).toEqual([])
  await page.getByRole('button', { name: 'End access: Planner' }).click()
  await page.getByRole('button', { name: 'Yes, end access' }).click()
  await page.getByText('No app or agent has access to your account.').waitFor()
  const { items } = await askAsAdmin('GET', `/oauth-provider/grants?user_id=${person.id}`)
  expect(items).toEqual([])
})

test('nobody can show the question inside another page', async () => {
  const owned = await openOwnedProject()
  await switchOn(owned)
  const client = await openWebClient(owned)
  const page = await openBrowser()
  const refused = page.waitForEvent('requestfailed', (request) => request.url().includes(`/oauth/${owned.id}/consent`))
  const framed = encodeURIComponent(`${serverUrl}/oauth/${owned.id}/consent?interaction=any`)
  await page.goto(`${client.url}/frame?page=${framed}`)
  expect((await refused).failure()?.errorText).toBe('net::ERR_BLOCKED_BY_RESPONSE')
})

test('a request that is over says so, without asking to sign in', async () => {
  const owned = await openOwnedProject()
  await switchOn(owned)
  const page = await openBrowser({ width: 380 })
  await page.goto(`${serverUrl}/oauth/${owned.id}/consent?interaction=nothing-of-this-name`)
  await page.getByRole('heading', { name: 'This request is no longer open' }).waitFor()
  await page.getByText(/^Reference: /).waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page, 'oauth-consent-over')).toEqual([])
})

async function createPerson({ askAsAdmin }: Awaited<ReturnType<typeof openOwnedProject>>) {
  const person = newPerson()
  const { id } = await askAsAdmin('POST', '/users', {
    primary_email: person.email,
    primary_email_auth_enabled: true,
    primary_email_verified: true,
    password: person.password,
  })
  return { ...person, id: String(id) }
}
