// The sign-in of project owners, for `screens.mjs`.

import { withOwnedProject } from './owned-project.mjs'

const seeForm = (page) => page.getByLabel('Email').waitFor()

export const ownerScreens = {
  'owner-sign-in': { path: '/handler/sign-in', act: seeForm },
  'owner-sign-in-wrong': {
    path: '/handler/sign-in',
    act: async (page) => {
      await page.getByLabel('Email').fill('ada@example.com')
      await page.getByLabel('Password', { exact: true }).fill('not my password')
      await page.keyboard.press('Enter')
      await page.getByText('Wrong email or password.').waitFor()
    },
  },
  'owner-sign-up': { path: '/handler/sign-up', act: seeForm },
  'owner-forgot-password': { path: '/handler/forgot-password', act: seeForm },
  'owner-settings': { path: '/handler/account-settings', prepare: withOwnedProject },
  'owner-sign-in-not-found': { path: '/handler/nowhere' },
  'dashboard-not-found': { path: '/dashboard/nowhere' },
}
