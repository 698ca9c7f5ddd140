// The built-in emails as the server previews them, for `screens.mjs`, in the light or dark theme.

import { withOwnedProject } from './owned-project.mjs'

const mail = (title) => ({
  path: '/mail',
  prepare: (page, url) => withEmail(page, url, title),
  act: (page) => page.locator('h1').waitFor(),
})

export const emailScreens = {
  'mail-verification': mail('Email Verification'),
  'mail-password-reset': mail('Password Reset'),
  'mail-magic-link': mail('Magic Link/OTP'),
  'mail-team-invitation': mail('Team Invitation'),
  'mail-sign-in-invitation': mail('Sign In Invitation'),
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
