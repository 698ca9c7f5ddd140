// Account protection for `screens.mjs`: step-up, recovery of unverified accounts, and the links in notices.

import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

const handler = '/demo/handler'
/** Has an unverified account; `screenshots.mjs` creates it. */
const unverifiedEmail = 'ada@example.com'

const unverifiedDetails = encodeURIComponent(
  JSON.stringify({ contact_channel_value: unverifiedEmail, would_work_if_email_was_verified: true }),
)

export const accountProtectionScreens = {
  'sign-up-taken': { path: `${handler}/sign-up`, act: signUpWithTakenEmail },
  'sign-up-recovery-sent': {
    path: `${handler}/sign-up`,
    act: async (page) => {
      await signUpWithTakenEmail(page)
      await press(page, 'Email me a link')
      await page.getByText('Sent. Check your inbox.').waitFor()
    },
  },
  'magic-link-unverified': {
    path: `${handler}/sign-in`,
    act: async (page) => {
      await page.getByLabel('Email').fill(unverifiedEmail)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Verify it with a code' }).waitFor()
    },
  },
  'error-unverified-account': {
    path: `${handler}/error?errorCode=CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE&message=x&details=${unverifiedDetails}`,
  },
  // Not `email-verification`, which is the email.
  'email-verification-question': {
    path: `${handler}/email-verification?code=${'a'.repeat(45)}`,
    prepare: (page) =>
      page.route('**/contact-channels/verify/details', (route) =>
        route.fulfill({
          json: {
            email: unverifiedEmail,
            account_display_name: 'Mallory',
            account_primary_email: 'mallory@example.com',
            project_display_name: 'Latchkey Demo',
          },
        }),
      ),
  },
  'step-up-password': stepUp(['password', 'passkey', 'email_code']),
  'step-up-password-wrong': stepUp(['password', 'passkey', 'email_code'], async (page) => {
    await press(page, 'Continue')
    await page.getByText('Enter your password.').waitFor()
  }),
  'step-up-totp': stepUp(['totp']),
  'step-up-email-code': stepUp(['email_code', 'password']),
  'step-up-email-code-sent': stepUp(['email_code', 'password'], async (page) => {
    await page.route('**/auth/step-up/send-code', (route) => route.fulfill({ json: { nonce: 'abc' } }))
    await press(page, 'Send me a code')
    await page.getByText('We sent a code to').waitFor()
  }),
  'step-up-passkey': stepUp(['passkey', 'totp']),
  'step-up-sign-in-again': stepUp([]),
  'server-not-me': { path: '/', act: (page) => openNoticeLink(page, /\S+\/contact-channels\/not-me#code=\w+/) },
  'server-not-me-done': {
    path: '/',
    act: async (page) => {
      await openNoticeLink(page, /\S+\/contact-channels\/not-me#code=\w+/)
      await page.getByRole('button').click()
      await page.waitForLoadState()
    },
  },
  'server-undo-change': { path: '/', act: (page) => openNoticeLink(page, /\S+\/auth\/undo-change#code=\w+/) },
  'server-undo-change-done': {
    path: '/',
    act: async (page) => {
      await openNoticeLink(page, /\S+\/auth\/undo-change#code=\w+/)
      await page.getByRole('button').click()
      await page.waitForLoadState()
    },
  },
}

function press(page, name) {
  return page.getByRole('button', { name, exact: true }).click()
}

async function signUpWithTakenEmail(page) {
  await page.getByRole('tab', { name: 'Password' }).click()
  await page.getByLabel('Email').fill(unverifiedEmail)
  await page.getByLabel('Password', { exact: true }).fill('another good password')
  await page.getByLabel('Confirm password').fill('another good password')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Email me a link' }).waitFor()
}

/** Turns off the second factor, as if the server required recent authentication. */
function stepUp(methods, act) {
  return {
    path: `${handler}/account-settings#auth`,
    isSignedIn: true,
    prepare: async (page) => {
      await page.route('**/users/me', async (route) => {
        if (route.request().method() === 'PATCH') {
          const code = 'STEP_UP_REQUIRED'
          const headers = { 'x-stack-known-error': code, 'access-control-expose-headers': 'x-stack-known-error' }
          const json = { code, error: 'Confirm it.', details: { max_age_seconds: 600, methods } }
          return route.fulfill({ status: 403, headers, json })
        }
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...(await response.json()), requires_totp_mfa: true } })
      })
    },
    act: async (page) => {
      const section = page.getByRole('region', { name: 'Two-factor authentication' })
      await section.getByRole('button', { name: 'Turn off' }).click()
      await section.getByRole('button', { name: 'Yes, turn it off' }).click()
      await page.getByRole('dialog').waitFor()
      await act?.(page)
    },
  }
}

/** A new account that changes its password, and the link in one of the notices about it. */
async function openNoticeLink(page, pattern) {
  const { origin } = new URL(page.url())
  const { projectId, publishableClientKey } = await (await page.request.get(`${origin}/demo/config.json`)).json()
  const headers = {
    'x-stack-access-type': 'client',
    'x-stack-project-id': projectId,
    'x-stack-publishable-client-key': publishableClientKey,
  }
  const email = `person-${randomUUID().slice(0, 8)}@example.com`
  const password = 'correct horse battery'
  const post = (path, data, more) =>
    page.request.post(`${origin}/api/v1${path}`, { data, headers: { ...headers, ...more } })
  const verification_callback_url = `${origin}${handler}/email-verification`
  const signUp = await post('/auth/password/sign-up', { email, password, verification_callback_url })
  const { access_token } = await signUp.json()
  const change = { old_password: password, new_password: 'another good password' }
  await post('/auth/password/update', change, { 'x-stack-access-token': access_token })
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await delay(100)) {
    const emails = await (await page.request.get(`${origin}/inbox/emails.json`)).json()
    const [link] = emails.flatMap(({ to, text }) => (to.includes(email) && pattern.exec(text)) || [])
    if (link) return page.goto(link)
  }
  throw new Error(`No email to ${email} has a link like ${pattern}.`)
}
