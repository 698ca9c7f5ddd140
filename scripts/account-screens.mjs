// The screens of the account settings and of teams. What the demo's user does not have is added to the server's
// responses.

const settings = '/demo/handler/account-settings'
const teamId = '00000000-0000-4000-8000-000000000001'
const day = 86_400_000

const chrome =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'

export const accountScreens = {
  'settings-list': { path: settings, isSignedIn: true, prepare: withEverything, act: see('My profile') },
  'settings-loading': {
    path: settings,
    isWaiting: true,
    isSignedIn: true,
    prepare: (page) => page.route('**/projects/current', () => {}),
    act: (page) => page.locator('.lk-settings .lk-skeleton').first().waitFor(),
  },
  'settings-profile': {
    path: `${settings}#profile`,
    isSignedIn: true,
    prepare: withEverything,
    act: see('Upload image'),
  },
  'settings-profile-name': {
    path: `${settings}#profile`,
    isSignedIn: true,
    prepare: withEverything,
    act: (page) => press(page, 'Edit display name'),
  },
  'settings-auth': {
    path: `${settings}#auth`,
    isSignedIn: true,
    prepare: withEverything,
    act: see('Two-factor authentication'),
  },
  'settings-auth-alone': { path: `${settings}#auth`, isSignedIn: true, act: see('Two-factor authentication') },
  'settings-auth-failed': {
    path: `${settings}#auth`,
    isSignedIn: true,
    prepare: (page) => page.route('**/contact-channels?*', (route) => route.fulfill({ status: 500 })),
    act: see('Try again'),
  },
  'settings-email-menu': {
    path: `${settings}#auth`,
    isSignedIn: true,
    prepare: withEverything,
    act: (page) => press(page, 'Actions for lovelace@analytical.example'),
  },
  'settings-email-add': {
    path: `${settings}#auth`,
    isSignedIn: true,
    prepare: withEverything,
    act: async (page) => {
      await press(page, 'Add email')
      await page.keyboard.type('lovelace@analytical.example')
      await page.keyboard.press('Enter')
    },
  },
  'settings-email-remove': {
    path: `${settings}#auth`,
    isSignedIn: true,
    prepare: withEverything,
    act: async (page) => {
      await press(page, 'Actions for lovelace@analytical.example')
      await page.getByRole('menuitem', { name: 'Remove' }).click()
    },
  },
  'settings-provider-disconnect': {
    path: `${settings}#auth`,
    isSignedIn: true,
    prepare: withEverything,
    act: (page) => press(page, 'Disconnect GitHub'),
  },
  'settings-password': {
    path: `${settings}#auth`,
    isSignedIn: true,
    prepare: withEverything,
    act: async (page) => {
      await press(page, 'Change password')
      await page.getByLabel('Current password').fill('not my password')
      await page.getByLabel('New password', { exact: true }).fill('another good password')
      await page.getByLabel('Confirm new password').fill('another good password')
      await page.keyboard.press('Enter')
      await page.getByText("This isn't your current password.").waitFor()
      await scrollTo(page, 'Password')
    },
  },
  'settings-methods-active': {
    path: `${settings}#auth`,
    isSignedIn: true,
    prepare: async (page) => {
      await withUser(page, { passkey_auth_enabled: true, otp_auth_enabled: true, requires_totp_mfa: true })
    },
    act: async (page) => {
      await page.getByRole('region', { name: 'Two-factor authentication' }).getByText('Turn off').click()
      await scrollTo(page, 'Two-factor authentication')
    },
  },
  'settings-methods-only': {
    path: `${settings}#auth`,
    isSignedIn: true,
    prepare: async (page) => {
      await withUser(page, { has_password: false, passkey_auth_enabled: true, primary_email_verified: true })
    },
    act: (page) => scrollTo(page, 'Two-factor authentication'),
  },
  'settings-second-factor': {
    path: `${settings}#auth`,
    isSignedIn: true,
    act: async (page) => {
      await press(page, 'Set up')
      await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
      await page.getByLabel('Code', { exact: true }).fill('000000')
      await page.getByText('Wrong code.').waitFor()
      await scrollTo(page, 'Two-factor authentication')
    },
  },
  'settings-notifications': {
    path: `${settings}#notifications`,
    isSignedIn: true,
    prepare: withEverything,
    act: see('News and offers'),
  },
  'settings-sessions': {
    path: `${settings}#sessions`,
    isSignedIn: true,
    prepare: withEverything,
    act: see('This device'),
  },
  'settings-sessions-all': {
    path: `${settings}#sessions`,
    isSignedIn: true,
    prepare: withEverything,
    act: (page) => press(page, 'Sign out everywhere else'),
  },
  'settings-keys': {
    path: `${settings}#api-keys`,
    isSignedIn: true,
    prepare: withEverything,
    act: see('Backup script'),
  },
  'settings-keys-empty': {
    path: `${settings}#api-keys`,
    isSignedIn: true,
    prepare: (page) => withConfig(page, { allow_user_api_keys: true }),
    act: see('No API keys yet.'),
  },
  'settings-key-create': {
    path: `${settings}#api-keys`,
    isSignedIn: true,
    prepare: withEverything,
    act: async (page) => {
      await press(page, 'Create API key')
      await page.getByRole('dialog').getByRole('button', { name: 'Create API key' }).click()
    },
  },
  'settings-key-new': {
    path: `${settings}#api-keys`,
    isSignedIn: true,
    prepare: withEverything,
    act: async (page) => {
      await press(page, 'Create API key')
      await page.keyboard.type('Deployment')
      await page.keyboard.press('Enter')
      await page.getByText('Your new API key').waitFor()
    },
  },
  'settings-key-revoke': {
    path: `${settings}#api-keys`,
    isSignedIn: true,
    prepare: withEverything,
    act: (page) => press(page, 'Revoke: Backup script'),
  },
  'settings-settings': {
    path: `${settings}#settings`,
    isSignedIn: true,
    prepare: withEverything,
    act: see('Sign out on this device.'),
  },
  'settings-delete': {
    path: `${settings}#settings`,
    isSignedIn: true,
    prepare: withEverything,
    act: async (page) => {
      await page.locator('summary').click()
      await press(page, 'Delete my account')
    },
  },
  'settings-team': {
    path: `${settings}#team-${teamId}`,
    isSignedIn: true,
    prepare: withEverything,
    act: see('grace@example.com'),
  },
  'settings-team-invite': {
    path: `${settings}#team-${teamId}`,
    isSignedIn: true,
    prepare: withEverything,
    act: async (page) => {
      await press(page, 'Invite a member')
      await page.keyboard.type('alan')
      await page.keyboard.press('Enter')
      await scrollTo(page, 'Invitations')
    },
  },
  'settings-team-leave': {
    path: `${settings}#team-${teamId}`,
    isSignedIn: true,
    prepare: withEverything,
    act: async (page) => {
      await press(page, 'Leave team')
      await scrollTo(page, 'Leave team')
    },
  },
  'settings-team-creation': {
    path: `${settings}#team-creation`,
    isSignedIn: true,
    prepare: withEverything,
    act: (page) => page.getByLabel('Team name').waitFor(),
  },
}

const listOf = (...items) => ({ items, is_paginated: false })

const team = (id, display_name) => ({
  id,
  display_name,
  profile_image_url: null,
  client_metadata: null,
  client_read_only_metadata: null,
})

const key = (description, more = {}) => ({
  id: description,
  type: 'user',
  user_id: 'me',
  description,
  is_public: false,
  created_at_millis: Date.now() - 12 * day,
  expires_at_millis: Date.now() + 18 * day,
  value: { last_four: 'k3x9' },
  ...more,
})

const session = (userAgent, isCurrent, place, hours) => ({
  id: crypto.randomUUID(),
  user_id: 'me',
  created_at: Date.now() - 20 * day,
  last_used_at: Date.now() - hours * 3_600_000,
  is_impersonation: false,
  is_current_session: isCurrent,
  last_used_user_agent: userAgent,
  last_used_at_end_user_ip_info: {
    ip: '203.0.113.7',
    regionCode: null,
    tzIdentifier: null,
    latitude: null,
    longitude: null,
    ...place,
  },
})

/** A project that allows everything, and somebody who has some of everything. */
async function withEverything(page) {
  await withConfig(page, {
    enabled_oauth_providers: [{ id: 'google' }, { id: 'github' }],
    passkey_enabled: true,
    magic_link_enabled: true,
    client_team_creation_enabled: true,
    client_user_deletion_enabled: true,
    allow_user_api_keys: true,
    allow_team_api_keys: true,
  })
  const channel = (id, value, more = {}) => ({
    id,
    user_id: 'me',
    type: 'email',
    value,
    is_primary: false,
    is_verified: true,
    used_for_auth: false,
    ...more,
  })
  const profile = (user_id, display_name) => ({ team_id: teamId, user_id, display_name, profile_image_url: null })
  const permissions = [
    'team_admin',
    '$read_members',
    '$invite_members',
    '$remove_members',
    '$update_team',
    '$manage_api_keys',
  ]
  const responses = {
    contact_channels: [
      '**/contact-channels?*',
      listOf(
        channel('1', 'ada@example.com', { is_primary: true, used_for_auth: true }),
        channel('2', 'lovelace@analytical.example'),
        channel('3', 'augusta.ada.king.countess.of.lovelace@example.org', { is_verified: false }),
      ),
    ],
    links: [
      '**/oauth-providers?*',
      listOf({
        id: '1',
        user_id: 'me',
        provider_config_id: 'github',
        type: 'github',
        email: 'ada@example.com',
        allow_sign_in: true,
        allow_connected_accounts: true,
      }),
    ],
    teams: ['**/teams?*', listOf(team(teamId, 'The Analysts'), team('2', 'Field & Notes'))],
    sessions: [
      '**/auth/sessions?*',
      listOf(
        session(chrome, true, { cityName: 'London', countryCode: 'GB' }, 0),
        session(iphone, false, { cityName: 'London', countryCode: 'GB' }, 3),
        session('Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', false, {}, 400),
      ),
    ],
    keys: [
      '**/user-api-keys?*',
      listOf(
        key('Backup script'),
        key('Reporting dashboard in the kitchen', { expires_at_millis: undefined, value: { last_four: '0a7c' } }),
        key('Old laptop', { expires_at_millis: Date.now() - day }),
        key('Leaked in a gist', { manually_revoked_at_millis: Date.now() - 2 * day }),
      ),
    ],
    team_keys: ['**/team-api-keys?*', listOf()],
    permissions: [
      '**/team-permissions?*',
      listOf(...permissions.map((id) => ({ id, user_id: 'me', team_id: teamId }))),
    ],
    profile: [`**/team-member-profiles/${teamId}/me`, profile('me', 'Ada')],
    invitations: [
      '**/team-invitations?*',
      listOf({
        id: '1',
        team_id: teamId,
        recipient_email: 'grace@example.com',
        expires_at_millis: Date.now() + 6 * day,
      }),
    ],
  }
  for (const [pattern, json] of Object.values(responses)) {
    await page.route(pattern, (route) => route.fulfill({ json }))
  }
  await page.route('**/team-member-profiles?*', async (route) => {
    // One of them is who looks at the page.
    const user = await route.fetch({ url: new URL('/api/v1/users/me', route.request().url()).href })
    const { id } = await user.json()
    await route.fulfill({
      json: listOf(profile(id, 'Ada Lovelace'), profile('2', 'Charles Babbage'), profile('3', null)),
    })
  })
  await page.route('**/team-permissions?*recursive=false*', (route) =>
    route.fulfill({ json: listOf({ id: 'team_admin', user_id: 'me', team_id: teamId }) }),
  )
  await page.route('**/user-api-keys', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ json: { ...key('Deployment'), value: 'uk_4t8v2m6q0w9e7r5y3u1i8o6p4a2s0d9f7g5h3j1k' } })
      : route.fallback(),
  )
}

function see(text) {
  return (page) => page.getByText(text).first().waitFor()
}

function press(page, name) {
  return page.getByRole('button', { name, exact: true }).click()
}

async function scrollTo(page, section) {
  await page
    .getByRole('region', { name: section, exact: true })
    .evaluate((element) => element.scrollIntoView({ block: 'end' }))
}

/** The server's project with a few settings changed. */
async function withConfig(page, changes) {
  await page.route('**/projects/current', async (route) => {
    const response = await route.fetch()
    const project = await response.json()
    await route.fulfill({ response, json: { ...project, config: { ...project.config, ...changes } } })
  })
}

/** The same for a signed-in user. */
async function withUser(page, changes) {
  await page.route('**/users/me', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), ...changes } })
  })
}
