// The page that Stripe sends owners back to, in its states, for `screens.mjs`. Stripe's responses are mocked.

import { withOwnedProject } from './owned-project.mjs'

const path = '/dashboard/projects/project/payments'

const inState = (details_submitted, charges_enabled, payouts_enabled) => ({
  path,
  prepare: (page, url) => withAccount(page, url, { details_submitted, charges_enabled, payouts_enabled }),
  act: (page) => page.getByText('Fieldnotes').waitFor(),
})

export const setupScreens = {
  'setup-signed-out': { path },
  'setup-unfinished': inState(false, false, false),
  'setup-checking': inState(true, false, false),
  'setup-no-payouts': inState(true, true, false),
  'setup-done': inState(true, true, true),
  'setup-no-answer': {
    path,
    prepare: async (page, url) => {
      await withAccount(page, url, {})
      await page.route('**/stripe/account-info', (route) => route.fulfill({ status: 400, body: 'No.' }))
    },
    act: (page) => page.getByRole('button', { name: 'Try again' }).waitFor(),
  },
  'setup-refused': {
    ...inState(false, false, false),
    act: async (page) => {
      await page.getByRole('button', { name: 'Continue at Stripe' }).click()
      await page.getByText('STRIPE_SECRET_KEY').waitFor()
    },
  },
}

/** The URL contains a fictional project, so the list of owned projects has to include it. */
async function withAccount(page, url, account) {
  const { id } = await withOwnedProject(page, url)
  await page.route('**/internal/projects', async (route) => {
    const response = await route.fetch()
    const { items, ...rest } = await response.json()
    const json = { ...rest, items: items.map((item) => (item.id === id ? { ...item, id: 'project' } : item)) }
    await route.fulfill({ response, json })
  })
  await page.route('**/stripe/account-info', (route) => route.fulfill({ json: { account_id: 'acct_1', ...account } }))
  await page.route('**/payments/setup', (route) =>
    route.fulfill({ status: 400, body: 'This server cannot take payments yet: STRIPE_SECRET_KEY is not set.' }),
  )
}
