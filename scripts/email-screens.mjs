// The built-in emails as the server previews them, for `screens.mjs`, in the light or dark theme.

import { withOwnedProject } from './owned-project.mjs'

const email = (title) => ({
  path: '/mail',
  prepare: (page, url) => withEmail(page, url, title),
  act: (page) => page.locator('h1').waitFor(),
})

export const emailScreens = {
  'email-verification': email('Email Verification'),
  'email-password-reset': email('Password Reset'),
  'email-magic-link': email('Magic Link/OTP'),
  'email-team-invitation': email('Team Invitation'),
  'email-sign-in-invitation': email('Sign In Invitation'),
}

async function withEmail(page, url, title) {
  const { askAsAdmin } = await withOwnedProject(page, url)
  const { templates } = await askAsAdmin('GET', '/internal/email-templates')
  const { themes } = await askAsAdmin('GET', '/internal/email-themes')
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const { html } = await askAsAdmin('POST', '/emails/render-email', {
    template_id: templates.find(({ display_name }) => display_name === title).id,
    theme_id: themes.find(({ display_name }) => display_name === `Default ${isDark ? 'Dark' : 'Light'}`).id,
  })
  await page.route('**/mail', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }))
}
