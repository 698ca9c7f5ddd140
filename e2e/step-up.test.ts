import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { demoUrl, openBrowser, signUp } from './browser.ts'
import { callDemo } from './demo-api.ts'
import { setUpSecondFactor, totpOfKey, wrongTotpOfKey } from './totp.ts'

interface DebuggedPage {
  __LATCHKEY__: {
    app: { getUser(): Promise<{ getAuthJson(): Promise<{ accessToken: string; refreshToken: string }> }> }
  }
}

/** Continues in a session of the same user without recent authentication, like that of a CLI. */
async function loseProof(page: Page): Promise<void> {
  const { accessToken, refreshToken: refresh_token } = await page.evaluate(async () => {
    const user = await (globalThis as unknown as DebuggedPage).__LATCHKEY__.app.getUser()
    return user.getAuthJson()
  })
  const { login_code, polling_code } = (await callDemo('/auth/cli', {})).body
  const completed = await callDemo('/auth/cli/complete', { login_code, refresh_token }, accessToken)
  expect(completed.status).toBe(200)
  const { refresh_token: unproven } = (await callDemo('/auth/cli/poll', { polling_code })).body
  const context = page.context()
  const cookies = await context.cookies()
  await context.clearCookies({ name: /stack-access/ })
  const kept = cookies.filter(({ value }) => value.includes(refresh_token) && !value.includes('.'))
  await context.addCookies(kept.map((cookie) => ({ ...cookie, value: cookie.value.replace(refresh_token, unproven) })))
}

test('removing the second factor without a recent proof asks for one and then removes it', async () => {
  const page = await openBrowser()
  await signUp(page)
  const key = await setUpSecondFactor(page)
  await loseProof(page)
  await page.goto(`${demoUrl}handler/account-settings#auth`)
  await page.reload()
  const section = page.getByRole('region', { name: 'Two-factor authentication' })
  await section.getByRole('button', { name: 'Turn off' }).click()
  await section.getByRole('button', { name: 'Yes, turn it off' }).click()

  const dialog = page.getByRole('dialog', { name: "Confirm it's you" })
  await dialog.waitFor()
  await page.keyboard.type(wrongTotpOfKey(key))
  await dialog.getByText('Wrong code. Enter the one your app shows now.').waitFor()
  await page.keyboard.type(totpOfKey(key))
  await section.getByRole('button', { name: 'Set up' }).waitFor()
  expect(await dialog.isVisible()).toBe(false)
})
