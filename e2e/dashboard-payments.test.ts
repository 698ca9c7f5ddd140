import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { findAccessibilityProblemsInBothSchemes } from './axe.ts'
import { serverUrl } from './browser.ts'
import { heading, openOwnedProject } from './owned-project.ts'

const hostile = '<b>Credits</b> שלום 👩‍🚀'

test("creates an offer, buys it in test mode and shows the balance on the customer's page", async () => {
  const { page, open, id, askAsAdmin } = await openOwnedProject()
  await open('/payments')
  await page.getByText('No offers yet').waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])

  await page.getByRole('main').getByRole('link', { name: 'Create offer' }).last().click()
  await heading(page, 'Create offer').waitFor()
  await page.getByRole('button', { name: 'Create offer' }).click()
  await page.getByText('Enter a name.').waitFor()
  await page.getByText('Add a price, or include the offer by default.').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Pro <i>plan</i>')
  expect(await page.getByLabel('ID', { exact: true }).inputValue()).toBe('pro-i-plan-i')
  await page.getByLabel('ID', { exact: true }).fill('1 pro')
  await page.getByText('Start with a letter or underscore').waitFor()
  await page.getByLabel('ID', { exact: true }).fill('pro')
  await page.getByLabel('Customer type').selectOption('custom')
  await page.getByRole('button', { name: 'Create group' }).click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Plans')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await page.getByLabel('Group').inputValue()).toBe('plans')

  await page.getByRole('button', { name: 'Add price' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount in US dollars').fill('0.1')
  await page.keyboard.press('Enter')
  await dialog.getByText('Cards cannot be charged less than $0.50.').waitFor()
  await dialog.getByLabel('Amount in US dollars').fill('9.99')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Edit price monthly' }).waitFor()

  await page.getByRole('button', { name: 'Create item' }).click()
  await dialog.getByLabel('Name', { exact: true }).fill(hostile)
  await dialog.getByLabel('ID', { exact: true }).fill('credits')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Include item' }).waitFor()
  await dialog.getByLabel('Quantity', { exact: true }).fill('many')
  await page.keyboard.press('Enter')
  await dialog.getByText('Enter a whole number from 1').waitFor()
  await dialog.getByLabel('Quantity', { exact: true }).fill('50')
  await dialog.getByLabel('Granted').selectOption('month')
  await dialog.getByLabel('Unused quantity').selectOption('when-repeated')
  await dialog.getByRole('button', { name: 'Include item' }).click()
  const preview = page.getByRole('complementary', { name: 'Preview' })
  await preview.getByText('50 <b>Credits</b>').waitFor()
  await preview.getByText('$9.99').first().waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Create offer' }).click()
  await heading(page, 'Pro <i>plan</i>').waitFor()

  await page.getByRole('button', { name: 'Create purchase link' }).click()
  await dialog.getByLabel('Customer ID').fill('acme/1')
  await page.keyboard.press('Enter')
  const link = await dialog.getByRole('link', { name: 'Open purchase page' }).getAttribute('href')
  await page.goto(link!)
  await page.getByText('What you get').waitFor()
  await page.getByRole('button', { name: 'Complete test purchase' }).click()
  await heading(page, 'Test purchase completed').waitFor()

  await open('/payments/customers?type=custom')
  await page.getByRole('row', { name: /acme\/1.*Pro <i>plan<\/i>/ }).waitFor()
  await page.getByLabel('Search by ID').fill('nobody')
  await page.getByText('No customer has this ID').waitFor()
  await page.getByLabel('Search by ID').fill('acm')
  await page.getByRole('link', { name: 'acme/1' }).click()
  await heading(page, 'acme/1').waitFor()
  await page.getByRole('row', { name: /credits 50 Change/ }).waitFor()
  await page.getByRole('row', { name: /Pro.*Test.*\$9.99 per month.*Active.*Ends/ }).waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])

  await page.getByRole('button', { name: `Change ${hostile}` }).click()
  await dialog.getByLabel('Add or subtract').fill('-51')
  await page.keyboard.press('Enter')
  await dialog.getByText('The quantity cannot go below zero.').waitFor()
  await dialog.getByLabel('Add or subtract').fill('-8')
  await dialog.getByText('From 50 to 42.').waitFor()
  await dialog.getByLabel('Reason').fill('=Refund, "sorry"')
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: /credits 42 Change/ }).waitFor()

  await open('/payments/transactions')
  await page.getByRole('row', { name: /-8 .*Credits.*acme\/1/ }).waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const csv = await (await download).createReadStream()
  let text = ''
  for await (const part of csv) text += part
  expect(text).toContain(`,custom,acme/1,,credits,-8,,,,false,"'=Refund, ""sorry""",`)
  await page.getByLabel('Mode').selectOption('test')
  await page.getByRole('row', { name: /Pro/ }).waitFor()
  await page.getByRole('row', { name: /-8/ }).waitFor({ state: 'detached' })
  await page.getByLabel('Time').selectOption('Custom')
  await page.getByLabel('Until').fill('2020-01-01')
  await page.getByText('No transactions match').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('row', { name: /-8/ }).waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])

  // Another owner changes the price while this one changes the name. Both changes are kept.
  await open('/payments/offers/pro')
  await page.getByLabel('Name', { exact: true }).fill('Pro')
  await page.route('**/internal/live-updates*', (route) => route.abort())
  const read = async () => JSON.parse(String((await askAsAdmin('GET', '/internal/config')).config_string)).payments
  const { pro } = (await read()).offers
  await askAsAdmin('PATCH', '/internal/config/override', {
    config_override_string: JSON.stringify({
      'payments.offers.pro': { ...pro, prices: { monthly: { ...pro.prices.monthly, USD: '19' } } },
    }),
  })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await heading(page, 'Pro').waitFor()
  expect((await read()).offers.pro).toMatchObject({ displayName: 'Pro', prices: { monthly: { USD: '19' } } })

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog.getByText('Subscriptions no longer grant anything').waitFor()
  await dialog.getByLabel('Type').fill('Pro')
  await page.keyboard.press('Enter')
  await heading(page, 'Payments').waitFor()
  expect((await read()).offers).toEqual({})
  await page.goto(`${page.url().split('/dashboard')[0]}/dashboard/projects/${id}/payments/offers/pro`)
  await heading(page, 'Offer not found').waitFor()
})

test('creates a vault store, runs the code from the page, renames and deletes the store', async () => {
  const { page, open, id, askAsAdmin } = await openOwnedProject()
  await open('/data-vault')
  await page.getByText('No stores yet').waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Create store' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill(hostile)
  await dialog.getByLabel('ID', { exact: true }).fill('tokens')
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: /tokens 0/ }).waitFor()

  const keys = await askAsAdmin('POST', '/internal/api-keys', {
    description: 'e2e',
    expires_at_millis: Date.now() + 86_400_000,
    has_publishable_client_key: true,
    has_secret_server_key: true,
    has_super_secret_admin_key: false,
  })
  const code = (await page.getByRole('figure').locator('code').textContent())!
  expect(await runAsServer(code, id, keys)).toBe('token for the calendar\n')
  await page.reload()
  await page.getByRole('row', { name: /tokens 1/ }).waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])

  await page.getByRole('button', { name: `Rename ${hostile}` }).click()
  await dialog.getByLabel('Name', { exact: true }).fill('Tokens')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Delete Tokens' }).click()
  await dialog.getByLabel('Type').fill('Tokens')
  await page.keyboard.press('Enter')
  await page.getByText('No stores yet').waitFor()
})

/** The output of the code, run with the built SDK and the project's settings. */
async function runAsServer(code: string, projectId: string, keys: Record<string, unknown>): Promise<string> {
  const env = {
    ...process.env,
    LATCHKEY_API_URL: serverUrl,
    LATCHKEY_PROJECT_ID: projectId,
    LATCHKEY_PUBLISHABLE_CLIENT_KEY: String(keys.publishable_client_key),
    LATCHKEY_SECRET_SERVER_KEY: String(keys.secret_server_key),
    VAULT_SECRET: 'a secret',
  }
  const cwd = fileURLToPath(new URL('.', import.meta.url))
  return (await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { cwd, env })).stdout
}
