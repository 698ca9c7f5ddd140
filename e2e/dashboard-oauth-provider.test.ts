import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findAccessibilityProblemsInBothSchemes } from './axe.ts'
import { heading, openOwnedProject } from './owned-project.ts'

async function expectAccessible(page: Page, name: string): Promise<void> {
  expect.soft(await findAccessibilityProblemsInBothSchemes(page, `dashboard-oauth-${name}`), name).toEqual([])
}

test('an owner switches the provider on, describes what apps can ask for and registers an app', async () => {
  const { page, open, askAsAdmin } = await openOwnedProject()
  await open('/oauth-provider')
  await page.getByLabel('Let other apps sign users in').click()
  await page.getByText('The OAuth provider is on.').waitFor()
  await page.getByRole('button', { name: 'Copy issuer' }).waitFor()
  await expectAccessible(page, 'general')

  await open('/oauth-provider/scopes')
  await page.getByText('No scopes of your own yet').waitFor()
  await expectAccessible(page, 'scopes-empty')
  await page.getByRole('button', { name: 'Add scope' }).click()
  const scope = page.getByRole('dialog', { name: 'Add scope' })
  await scope.getByLabel('Scope').fill('invoices:read')
  await scope.getByLabel('Name').fill('Read your invoices')
  await expectAccessible(page, 'scope')
  await page.keyboard.press('Enter')
  await page.getByText('The scope invoices:read was saved.').waitFor()
  await page.getByRole('button', { name: 'Add resource' }).click()
  const resource = page.getByRole('dialog', { name: 'Add resource' })
  await resource.getByLabel('Name').fill('Invoice API')
  await resource.getByLabel('URI').fill('https://api.example.com/invoices')
  await resource.getByRole('checkbox', { name: /^invoices:read/ }).click()
  await expectAccessible(page, 'resource')
  await resource.getByRole('button', { name: 'Add resource' }).click()
  await page.getByText('Invoice API was saved.').waitFor()
  await page.getByRole('button', { name: 'Add claim' }).click()
  const claim = page.getByRole('dialog', { name: 'Add claim' })
  await claim.getByLabel('Claim').fill('plan')
  await claim.getByLabel('Key').fill('plan')
  await claim.getByLabel('With the scope').selectOption('invoices:read')
  await expectAccessible(page, 'claim')
  await claim.getByRole('button', { name: 'Add claim' }).click()
  await page.getByText('The claim plan was saved.').waitFor()
  await expectAccessible(page, 'scopes')

  await open('/oauth-provider/clients')
  await page.getByText('No clients yet').waitFor()
  await expectAccessible(page, 'clients-empty')
  await page.getByRole('button', { name: 'Register client' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Register client' })
  await dialog.getByLabel('Name').fill('Ledger')
  await dialog.getByLabel('Redirect URIs').fill('https://ledger.example.com/callback')
  await expectAccessible(page, 'new-client')
  await dialog.getByRole('button', { name: 'Register client' }).click()
  const shown = page.getByRole('dialog', { name: 'Save the secret now' })
  const env = await shown.getByRole('region', { name: '.env' }).innerText()
  const [, clientId] = /OAUTH_CLIENT_ID=(\S+)/.exec(env)!
  expect(env).toMatch(/OAUTH_CLIENT_SECRET=ocs_[\w-]{43}/)
  await expectAccessible(page, 'secret')
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await heading(page, 'Ledger').waitFor()
  await page.getByRole('button', { name: 'Replace secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Replace secret' }).click()
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByLabel('Only some').click()
  await page.getByRole('checkbox', { name: /^invoices:read/ }).click()
  await expectAccessible(page, 'client')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('The client was saved.').waitFor()
  expect(await askAsAdmin('GET', `/oauth-clients/${clientId}`)).toMatchObject({
    display_name: 'Ledger',
    scopes: ['invoices:read'],
    secrets: [{ expires_at_millis: null }, { expires_at_millis: expect.any(Number) }],
  })
  await askAsAdmin('POST', '/oauth-clients', { type: 'machine', display_name: 'Nightly reports' })
  await askAsAdmin('POST', '/oauth-clients', {
    type: 'native',
    display_name: 'A command-line program with quite a long name for a table',
    redirect_uris: ['http://127.0.0.1/callback'],
  })
  await open('/oauth-provider/clients')
  await page.getByText('Nightly reports').waitFor()
  await expectAccessible(page, 'clients')

  await page.getByText('Ledger').click()
  await page.getByRole('button', { name: 'Delete client' }).click()
  const deletion = page.getByRole('dialog', { name: 'Delete Ledger?' })
  await deletion.getByRole('textbox').fill('Ledger')
  await deletion.getByRole('button', { name: 'Delete client' }).click()
  await page.getByText('Ledger was deleted.').waitFor()
})
