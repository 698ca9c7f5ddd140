import { expect, test } from 'vitest'
import { findAccessibilityProblemsInBothSchemes } from './axe.ts'
import { serverUrl } from './browser.ts'
import { openOwnedProject } from './owned-project.ts'
import { shot } from './shot.ts'

test('tells why sign-ins failed, and trusts a refused URL with a click', async () => {
  const { id, page, open, askAsAdmin } = await openOwnedProject()
  const { publishable_client_key: key } = await askAsAdmin('POST', '/internal/api-keys', {
    description: 'The app',
    expires_at_millis: Date.now() + 86_400_000,
    has_publishable_client_key: true,
    has_secret_server_key: false,
    has_super_secret_admin_key: false,
  })
  await askAsAdmin('PATCH', '/internal/projects/current', { config: { magic_link_enabled: true } })
  await askAsAdmin('POST', '/users', {
    display_name: 'Ada Lovelace',
    primary_email: 'ada@example.com',
    primary_email_auth_enabled: true,
    password: 'correct horse battery',
  })
  const ask = (path: string, body: object) =>
    fetch(`${serverUrl}/api/v1${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-stack-access-type': 'client',
        'x-stack-project-id': id,
        'x-stack-publishable-client-key': String(key),
      },
      body: JSON.stringify(body),
    })
  for (const email of ['ada@example.com', 'nobody@example.com'])
    expect((await ask('/auth/password/sign-in', { email, password: 'wrong password' })).status).toBe(400)
  const callback_url = 'https://app.example.com/handler/magic-link-callback?secret=hidden'
  expect((await ask('/auth/otp/send-sign-in-code', { email: 'grace@example.com', callback_url })).status).toBe(400)

  const refused = page.getByRole('link', { name: /https:\/\/app\.example\.com/ })
  await expect
    .poll(async () => {
      await open('/failures')
      return refused.count()
    })
    .toBe(1)
  expect(await page.getByRole('row').count()).toBe(4)
  expect(await page.content()).not.toContain('secret=hidden')
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await shot(page, 'dashboard-failures')

  await refused.click()
  await page.getByRole('button', { name: 'Trust this URL' }).waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await shot(page, 'dashboard-failure')
  await page.getByRole('button', { name: 'Trust this URL' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Trust|Add/ })
    .click()
  await expect
    .poll(async () => (await ask('/auth/otp/send-sign-in-code', { email: 'grace@example.com', callback_url })).status)
    .toBe(200)
})
