import { expect, test } from 'vitest'
import { findAccessibilityProblemsInBothSchemes } from './axe.ts'
import { openOwnedProject } from './owned-project.ts'

test('loads the metrics of a year in one request, and links problems to their fix', async () => {
  const { page, open, askAsAdmin } = await openOwnedProject()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const countOf = (path: string) => asked.filter((each) => each === `/api/v1/internal/${path}`).length
  const isAccessible = async () => expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  const { id: user_id } = await askAsAdmin('POST', '/users', { display_name: '<b>Ada</b> 👩‍🚀 שלום' })
  await askAsAdmin('POST', '/auth/sessions', { user_id })
  const name = `<script> שלום ${'long '.repeat(20)}`
  await askAsAdmin('POST', '/internal/api-keys', {
    description: name,
    expires_at_millis: Date.now() + 3 * 86_400_000,
    has_publishable_client_key: false,
    has_secret_server_key: true,
    has_super_secret_admin_key: false,
  })
  await open('')
  await page.getByText(/expire soon/).waitFor()
  await page.getByRole('slider', { name: 'active users by day' }).waitFor()
  expect([countOf('overview'), countOf('metrics'), countOf('api-keys')]).toEqual([1, 0, 0])
  await page.getByLabel('Range').selectOption('Last 12 months')
  await page.getByText('in 12 months').first().waitFor()
  expect(page.url()).toContain('days=365')
  await page.getByRole('combobox', { name: 'Active users by' }).selectOption('Weekly')
  await page.getByRole('slider', { name: 'active users by week' }).press('ArrowLeft')
  await page
    .getByText(/Week of/)
    .first()
    .waitFor()
  await page.getByRole('combobox', { name: 'Metric' }).selectOption('Sign-ups')
  await page.getByRole('slider', { name: 'sign-ups by day' }).waitFor()
  await isAccessible()

  // New failures appear while the page is open.
  const { id: endpointId } = await askAsAdmin('POST', '/internal/webhook-endpoints', { url: 'http://127.0.0.1:9/' })
  await askAsAdmin('POST', `/internal/webhook-endpoints/${endpointId}/send-test`, {})
  await page.getByText('Webhooks to http://127.0.0.1:9/ are failing').waitFor()
  await page.setViewportSize({ width: 380, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await isAccessible()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('link', { name: 'View deliveries' }).click()
  await page.waitForURL(`**/webhooks/${endpointId}`)
})
