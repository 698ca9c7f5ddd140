import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { findAccessibilityProblemsInBothSchemes } from './axe.ts'
import { heading, openOwnedProject } from './owned-project.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** The customer's server, which fails until configured otherwise. */
async function openReceiver() {
  const receiver = { url: '', status: 500, received: [] as { headers: Record<string, string>; body: string }[] }
  const server = createServer(async (request, response) => {
    receiver.received.push({ headers: request.headers as Record<string, string>, body: await text(request) })
    response.writeHead(receiver.status).end(receiver.status === 500 ? '<b>database</b> is locked' : 'Thank you')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.closeAllConnections() ?? server.close())
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
  return receiver
}

test('retries a failed message and delivers it once the receiver works', async () => {
  const receiver = await openReceiver()
  const { page, open, askAsAdmin } = await openOwnedProject()
  await open('/webhooks')
  await page.getByText('No endpoints yet').waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])

  // By keyboard only.
  await page.getByRole('button', { name: 'Add endpoint' }).first().press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add endpoint' })
  await page.keyboard.type('example.com')
  await page.keyboard.press('Enter')
  await dialog.getByText('Enter a URL such as').waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(receiver.url)
  await page.keyboard.press('Tab')
  await page.keyboard.type('<img src=x> 👩‍🚀 שלום')
  await dialog.getByLabel('Selected events').press('Space')
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await page.keyboard.press('Enter')
  await dialog.getByText('Choose at least one event.').waitFor()
  await dialog.getByLabel('user.created').press('Space')
  await page.keyboard.press('Enter')
  const shown = page.getByRole('dialog', { name: 'Endpoint added' })
  const env = await shown.getByRole('region', { name: '.env' }).innerText()
  const secret = /WEBHOOK_SECRET=(whsec_\S+)/.exec(env)![1]!
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await page.getByRole('button', { name: 'I have saved it' }).press('Enter')
  await heading(page, receiver.url.replace('http://', '')).waitFor()
  await page.getByText('No deliveries yet').waitFor()
  await page.getByText('<img src=x> 👩‍🚀 שלום').waitFor()

  await askAsAdmin('POST', '/users', { display_name: 'Ada' })
  const row = page.getByRole('row', { name: 'user.created' })
  await row.getByText('Retrying').waitFor()
  await page.getByText('Every delivery has failed since').waitFor()
  // The second attempt is automatic, the next one waits five minutes.
  await expect.poll(() => receiver.received.length).toBe(2)
  await row.getByRole('button', { name: 'user.created' }).click()
  const details = page.getByRole('dialog', { name: 'Delivery' })
  await details.getByText('Attempt 2').waitFor()
  await details.getByText('<b>database</b> is locked').first().waitFor()
  await details.getByText('The receiver responded with status 500.').first().waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])

  receiver.status = 200
  await details.getByRole('button', { name: 'Retry now' }).click()
  await details.getByText('Attempt 3').waitFor()
  await details.getByText('Delivered').waitFor()
  await details.getByRole('button', { name: 'Close' }).click()
  await row.getByText('Delivered').waitFor()
  await page.getByText('Every delivery has failed since').waitFor({ state: 'detached' })
  const { headers, body } = receiver.received.at(-1)!
  expect(JSON.parse(body)).toMatchObject({ type: 'user.created', data: { display_name: 'Ada' } })
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
})

test('tests, edits, disables and deletes an endpoint, and rotates its secret', async () => {
  const receiver = await openReceiver()
  receiver.status = 204
  const { page, open, askAsAdmin } = await openOwnedProject()
  const { secret } = await askAsAdmin('POST', '/internal/webhook-endpoints', { url: receiver.url })
  const url = `${receiver.url}/${'x'.repeat(300)}`
  await open('/webhooks')
  await page.getByRole('link', { name: receiver.url }).click()
  await page.getByRole('button', { name: 'Send test' }).click()
  await page.getByRole('row', { name: 'webhook.test' }).getByText('Delivered').waitFor()

  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('URL').fill(url)
  await page.keyboard.press('Enter')
  await page.getByText('The endpoint was saved.').waitFor()
  await heading(page, url.replace('http://', '')).waitFor()
  await page.setViewportSize({ width: 380, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.getByRole('button', { name: 'Reveal' }).click()
  await page.getByRole('dialog', { name: 'Signing secret' }).getByText(String(secret)).waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Rotate' }).click()
  await page.getByRole('button', { name: 'Rotate secret' }).click()
  const rotated = page.getByRole('dialog', { name: 'New signing secret' })
  expect(await rotated.getByRole('region', { name: '.env' }).innerText()).not.toContain(String(secret))
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByText('The previous secret is valid until').waitFor()

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await page.getByText('Disabled', { exact: true }).waitFor()
  await askAsAdmin('POST', '/users', { display_name: 'Nobody is told' })
  await page.getByRole('button', { name: 'Enable' }).click()
  await page.getByText('Enabled', { exact: true }).waitFor()
  expect(receiver.received).toHaveLength(1)

  await page.getByLabel('Status').selectOption('Failed')
  await page.getByText('No deliveries match').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('row', { name: 'webhook.test' }).waitFor()

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('textbox').fill(url.replace('http://', ''))
  await page.keyboard.press('Enter')
  await page.getByText('No endpoints yet').waitFor()
  await page.goBack()
  await heading(page, 'Endpoint not found').waitFor()

  // The event reference is available before the first message.
  await open('/webhooks')
  await page.getByText('A user was deleted.').click()
  await page.getByText('"type": "user.deleted"').waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
})
