// The server's own pages, for `screens.mjs`: home, docs and the inbox.

const inMenu = async (page) => {
  const button = page.getByRole('button', { name: 'Menu' })
  if (await button.isVisible()) await button.click()
}

export const serverScreens = {
  'server-home': { path: '/' },
  'server-not-found': { path: '/nowhere' },

  docs: { path: '/docs' },
  'docs-access': { path: '/docs#access' },
  'docs-routes': { path: '/docs#routes' },
  'docs-group': { path: '/docs/api/users' },
  'docs-route': { path: '/docs/api/teams#post-teams' },
  'docs-objects': { path: '/docs/api/objects' },
  'docs-error-codes': { path: '/docs/api/error-codes' },
  'docs-error-code': { path: '/docs/api/error-codes#error-password-too-short' },
  'docs-menu': { path: '/docs/api/users', act: inMenu },
  'docs-search': { path: '/docs/api/users', act: (page) => search(page, 'sign in') },
  'docs-search-nothing': { path: '/docs/api/users', act: (page) => search(page, 'unicorn') },
  'docs-guide': { path: '/docs/guide/getting-started' },
  'docs-guide-table': { path: '/docs/configuration' },
  'docs-guide-menu': { path: '/docs/guide/react', act: inMenu },

  'inbox-empty': {
    path: '/inbox',
    prepare: (page) => page.route('**/emails.json', (route) => route.fulfill({ json: [] })),
  },
  inbox: { path: '/inbox' },
  'inbox-mail': {
    path: '/inbox',
    act: async (page) => {
      await page.getByRole('link', { name: 'ada@example.com' }).last().click()
      await page.frameLocator('iframe').getByRole('link', { name: 'Verify email' }).waitFor()
    },
  },
}

async function search(page, text) {
  await page.keyboard.press('/')
  await page.keyboard.type(text)
  await page.locator('.search-hit, .search-state:not(:empty)').first().waitFor()
}
