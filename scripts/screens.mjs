// The screens that `screenshots.mjs` takes pictures of.

import { accountProtectionScreens } from './account-protection-screens.mjs'
import { accountScreens } from './account-screens.mjs'
import { dashboardScreens } from './dashboard-screens.mjs'
import { emailScreens } from './email-screens.mjs'
import { ownerScreens } from './owner-screens.mjs'
import { purchaseScreens } from './purchase-screens.mjs'
import { serverScreens } from './server-screens.mjs'

export const person = { email: 'ada@example.com', password: 'correct horse battery', displayName: 'Ada Lovelace' }

const handler = '/demo/handler'

/** The server's response to a wrong code. */
const invalidTotp = {
  status: 400,
  headers: { 'x-stack-known-error': 'INVALID_TOTP_CODE', 'access-control-expose-headers': 'x-stack-known-error' },
  json: { code: 'INVALID_TOTP_CODE', error: 'The TOTP code is invalid. Please try again.' },
}
const callback = `${handler}/oauth-callback?code=abc&state=abc`
const invitation = `${handler}/team-invitation?code=${'a'.repeat(45)}`
const cli = `${handler}/cli-auth-confirm?login_code=abc`
const allProviders = [
  'google',
  'github',
  'microsoft',
  'facebook',
  'apple',
  'spotify',
  'discord',
  'gitlab',
  'bitbucket',
  'linkedin',
  'x',
  'twitch',
  'acme-sso',
]

export const screens = {
  'demo-home': { path: '/demo/', act: (page) => page.getByRole('link', { name: 'Create an account' }).waitFor() },
  'demo-home-signed-in': { path: '/demo/', isSignedIn: true },
  'demo-note': { path: '/demo/notes', isSignedIn: true },
  'menu-signed-out': { path: '/demo/', act: openMenu },
  menu: { path: '/demo/', isSignedIn: true, act: openMenu },

  'sign-in': { path: `${handler}/sign-in`, act: seeMarks },
  'sign-in-forms-only': {
    path: `${handler}/sign-in`,
    prepare: (page) => withConfig(page, { passkey_enabled: false, ...withProviders() }),
  },
  'sign-in-loading': {
    path: `${handler}/sign-in`,
    isWaiting: true,
    prepare: (page) => page.route('**/projects/current', () => {}),
    act: (page) => page.locator('.lk-skeleton').nth(4).waitFor(),
  },
  'sign-in-password': { path: `${handler}/sign-in`, act: choosePassword },
  'sign-in-missing': {
    path: `${handler}/sign-in`,
    act: async (page) => {
      await choosePassword(page)
      await press(page, 'Sign in')
    },
  },
  'sign-in-wrong': { path: `${handler}/sign-in`, act: (page) => signIn(page, 'Wrong email or password.') },
  'sign-in-busy': {
    path: `${handler}/sign-in`,
    prepare: (page) => page.route('**/auth/password/sign-in', () => {}),
    act: (page) => signIn(page),
  },
  'sign-in-failed': {
    path: `${handler}/sign-in`,
    prepare: (page) => page.route('**/auth/password/sign-in', (route) => route.fulfill({ status: 500 })),
    act: (page) => signIn(page, "That didn't work."),
  },
  'sign-in-nothing-enabled': {
    path: `${handler}/sign-in`,
    prepare: (page) =>
      withConfig(page, {
        credential_enabled: false,
        magic_link_enabled: false,
        passkey_enabled: false,
        ...withProviders(),
      }),
  },
  'sign-in-no-answer': {
    path: `${handler}/sign-in`,
    prepare: (page) => page.route('**/projects/current', (route) => route.fulfill({ status: 500 })),
  },
  'sign-in-untrusted-return': {
    path: `${handler}/sign-in?after_auth_return_to=https%3A%2F%2Fevil.example`,
    isSignedIn: true,
    act: (page) => page.getByText("This link can't be opened").waitFor(),
  },
  'sign-in-providers-all': {
    path: `${handler}/sign-in`,
    prepare: (page) =>
      withConfig(page, { credential_enabled: false, magic_link_enabled: false, ...withProviders(...allProviders) }),
    act: seeMarks,
  },
  'sign-in-last-used': {
    path: `${handler}/sign-in`,
    prepare: async (page) => {
      await page.addInitScript(() => localStorage.setItem('_LATCHKEY.lastUsed', 'github'))
    },
    act: seeMarks,
  },
  'sign-in-framed': { path: '/framing', prepare: withFrame, act: seeTooltip },
  'sign-in-passkey-cancelled': {
    path: `${handler}/sign-in`,
    prepare: (page) => withPasskeyFailure(page, 'NotAllowedError'),
    act: (page) => usePasskey(page, 'No passkey was used.'),
  },
  'sign-in-passkey-failed': {
    path: `${handler}/sign-in`,
    prepare: (page) => withPasskeyFailure(page, 'SecurityError'),
    act: (page) => usePasskey(page, "This passkey doesn't work here."),
  },
  'sign-up-providers': {
    path: `${handler}/sign-up`,
    prepare: (page) => withConfig(page, withProviders('google', 'apple')),
    act: seeMarks,
  },
  'oauth-callback': { path: callback, prepare: withCallback },
  'oauth-callback-late': {
    path: callback,
    prepare: withCallback,
    act: (page) => page.getByRole('link', { name: 'Go home' }).waitFor(),
  },
  'team-invitation-signed-out': { path: invitation },
  'team-invitation': {
    path: invitation,
    isSignedIn: true,
    prepare: withInvitation,
    act: (page) => page.getByText('Join The Analysts?').waitFor(),
  },
  'team-invitation-joined': {
    path: invitation,
    isSignedIn: true,
    prepare: withInvitation,
    act: async (page) => {
      await press(page, 'Join')
      await page.getByText('Welcome to The Analysts').waitFor()
    },
  },
  'team-invitation-failed': {
    path: invitation,
    isSignedIn: true,
    prepare: async (page) => {
      await withInvitation(page)
      await page.route('**/team-invitations/accept', (route) => route.fulfill({ status: 500 }))
    },
    act: async (page) => {
      await press(page, 'Join')
      await page.getByText('Something went wrong').waitFor()
    },
  },
  'team-invitation-invalid': { path: `${handler}/team-invitation` },
  'team-invitation-unknown': {
    path: invitation,
    isSignedIn: true,
    act: (page) => page.getByText("This link isn't valid").waitFor(),
  },
  'cli-confirm': {
    path: cli,
    isSignedIn: true,
    act: (page) => page.getByText('Sign in on the command line?').waitFor(),
  },
  'cli-confirm-done': {
    path: cli,
    isSignedIn: true,
    prepare: (page) => page.route('**/auth/cli/complete', (route) => route.fulfill({ json: { success: true } })),
    act: async (page) => {
      await press(page, 'Yes, sign in')
      await page.getByText("You're signed in on the command line").waitFor()
    },
  },
  'cli-confirm-failed': {
    path: cli,
    isSignedIn: true,
    act: async (page) => {
      await press(page, 'Yes, sign in')
      await page.getByText('Command-line sign-in failed').waitFor()
    },
  },
  'cli-confirm-cancelled': { path: cli, isSignedIn: true, act: (page) => press(page, 'Cancel') },
  'sign-up': { path: `${handler}/sign-up`, act: (page) => page.getByLabel('Email').waitFor() },
  'sign-up-password': { path: `${handler}/sign-up`, act: choosePassword },
  'sign-up-refused': { path: `${handler}/sign-up`, act: signUpBadly },
  'sign-up-disabled': { path: `${handler}/sign-up`, prepare: (page) => withConfig(page, { sign_up_enabled: false }) },
  'sign-out-signed-out': {
    path: `${handler}/sign-out`,
    act: (page) => page.getByText("You're not signed in").waitFor(),
  },
  'sign-out-failed': {
    path: `${handler}/sign-out`,
    isSignedIn: true,
    prepare: (page) => page.route('**/auth/sessions/current', (route) => route.fulfill({ status: 500 })),
    act: (page) => page.getByRole('button', { name: 'Try again' }).waitFor(),
  },
  'magic-link-code': { path: `${handler}/sign-in`, act: askForCode },
  'magic-link-wrong': {
    path: `${handler}/sign-in`,
    act: async (page) => {
      await askForCode(page)
      await page.keyboard.type('ABC123')
      await page.getByText('Wrong code.').waitFor()
    },
  },
  'magic-link-alone': {
    path: `${handler}/sign-in`,
    prepare: (page) => withConfig(page, { credential_enabled: false }),
  },
  'magic-link-callback': { path: `${handler}/magic-link-callback?code=${'a'.repeat(45)}` },
  'magic-link-callback-invalid': { path: `${handler}/magic-link-callback` },
  'forgot-password': { path: `${handler}/forgot-password`, act: (page) => page.getByLabel('Email').waitFor() },
  'forgot-password-sent': {
    path: `${handler}/forgot-password`,
    act: async (page) => {
      await page.getByLabel('Email').fill('grace.hopper@example.com')
      await page.keyboard.press('Enter')
      await page.getByText('Check your inbox').waitFor()
    },
  },
  'password-reset': {
    path: `${handler}/password-reset?code=${'a'.repeat(45)}`,
    prepare: withValidLink,
    act: (page) => page.getByLabel('Confirm new password').waitFor(),
  },
  'password-reset-refused': {
    path: `${handler}/password-reset?code=${'a'.repeat(45)}`,
    prepare: withValidLink,
    act: resetPasswordBadly,
  },
  'password-reset-invalid': {
    path: `${handler}/password-reset?code=${'a'.repeat(45)}`,
    act: (page) => page.getByText("This link isn't valid").waitFor(),
  },
  mfa: { path: `${handler}/mfa`, prepare: withAttempt, act: (page) => page.getByLabel('Code').waitFor() },
  'mfa-wrong': {
    path: `${handler}/mfa`,
    prepare: async (page) => {
      await withAttempt(page)
      await page.route('**/auth/mfa/sign-in', (route) => route.fulfill(invalidTotp))
    },
    act: async (page) => {
      await page.getByLabel('Code').fill('123456')
      await page.getByText('Wrong code.').waitFor()
    },
  },
  'mfa-failed': {
    path: `${handler}/mfa`,
    prepare: async (page) => {
      await withAttempt(page)
      await page.route('**/auth/mfa/sign-in', (route) => route.fulfill({ status: 500 }))
    },
    act: async (page) => {
      await page.getByLabel('Code').fill('123456')
      await page.getByText("That didn't work.").waitFor()
    },
  },
  'mfa-busy': {
    path: `${handler}/mfa`,
    prepare: async (page) => {
      await withAttempt(page)
      await page.route('**/auth/mfa/sign-in', () => {})
    },
    act: (page) => page.getByLabel('Code').fill('123456'),
  },
  'mfa-missing': { path: `${handler}/mfa` },
  'email-verification-invalid': {
    path: `${handler}/email-verification?code=${'a'.repeat(45)}`,
    act: (page) => page.getByText("This link isn't valid").waitFor(),
  },
  'error-unknown': { path: `${handler}/error` },
  'error-cancelled': { path: `${handler}/error?errorCode=OAUTH_PROVIDER_ACCESS_DENIED&message=x` },
  'error-account-in-use': {
    path: `${handler}/error?errorCode=OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER&message=x`,
  },
  'error-other-account': {
    path: `${handler}/error?errorCode=USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION&message=x`,
  },
  'error-known': {
    path: `${handler}/error?errorCode=INVALID_AUTHORIZATION_CODE&message=The+authorization+code+is+not+valid.`,
  },
  'not-found': { path: `${handler}/nowhere` },

  'development-provider': { path: '/demo/', act: openProvider },
  'development-provider-used-before': {
    path: '/demo/',
    act: async (page) => {
      await signInAtProvider(page, 'grace.hopper@example.com', 'Grace Hopper')
      await signInAtProvider(page, 'alan.turing@example.com')
      await openProvider(page)
    },
  },
  'development-provider-wrong': { path: '/demo/', act: (page) => signInAtProvider(page, 'nobody') },

  ...accountScreens,
  ...accountProtectionScreens,
  ...purchaseScreens,
  ...ownerScreens,
  ...dashboardScreens,
  ...serverScreens,
  ...emailScreens,
}

function press(page, name) {
  return page.getByRole('button', { name, exact: true }).click()
}

async function openMenu(page) {
  await press(page, 'Account menu')
  await page.getByRole('menu').waitFor()
}

/** The password is the second of the two tabs. */
function choosePassword(page) {
  return page.getByRole('tab', { name: 'Password' }).click()
}

async function askForCode(page) {
  await page.getByLabel('Email').fill('grace.hopper@example.com')
  await page.keyboard.press('Enter')
  await page.getByLabel('Code').waitFor()
}

async function resetPasswordBadly(page) {
  await page.getByLabel('New password', { exact: true }).fill('short')
  await page.keyboard.press('Enter')
}

/** The server's response to a valid invitation, without a team and an email. */
async function withInvitation(page) {
  const responses = {
    'accept/check-code': { is_code_valid: true },
    'accept/details': { team_id: 'abc', team_display_name: 'The Analysts' },
    accept: {},
  }
  for (const [path, json] of Object.entries(responses)) {
    await page.route(`**/team-invitations/${path}`, (route) => route.fulfill({ json }))
  }
}

/** As if the server had accepted the link, without an email. */
function withValidLink(page) {
  return page.route('**/auth/password/reset/check-code', (route) => route.fulfill({ json: { is_code_valid: true } }))
}

function withAttempt(page) {
  return page.addInitScript(() => sessionStorage.setItem('stack_mfa_attempt_code', 'a'.repeat(45)))
}

async function signIn(page, message) {
  await choosePassword(page)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill('not my password')
  await page.keyboard.press('Enter')
  if (message) await page.getByText(message).waitFor()
}

async function signUpBadly(page) {
  await choosePassword(page)
  await page.getByLabel('Email').fill('ada@example')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.keyboard.press('Enter')
}

/** The server's project with a few settings changed. */
async function withConfig(page, changes) {
  await page.route('**/projects/current', async (route) => {
    const response = await route.fetch()
    const project = await response.json()
    await route.fulfill({ response, json: { ...project, config: { ...project.config, ...changes } } })
  })
}

/** The development identity provider for Google, as opened by its button. */
async function openProvider(page) {
  const { origin } = new URL(page.url())
  const { projectId, publishableClientKey } = await (await page.request.get(`${origin}/demo/config.json`)).json()
  const query = new URLSearchParams({
    client_id: projectId,
    client_secret: publishableClientKey,
    redirect_uri: `${origin}/docs`,
    scope: 'legacy',
    state: 'any',
    grant_type: 'authorization_code',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    response_type: 'code',
  })
  await page.goto(`${origin}/api/v1/auth/oauth/authorize/google?${query}`)
  await page.getByLabel('Email', { exact: true }).waitFor()
}

async function signInAtProvider(page, email, name = '') {
  await openProvider(page)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Name').fill(name)
  await press(page, 'Sign in')
  await page.waitForLoadState()
}

const withProviders = (...ids) => ({ enabled_oauth_providers: ids.map((id) => ({ id })) })

async function seeMarks(page) {
  await page.locator('.lk-mark-drawing').first().waitFor()
}

/** As if the browser had returned from the provider and the server were slow. */
async function withCallback(page) {
  await page
    .context()
    .addCookies([{ name: 'stack-oauth-outer-abc', value: 'verifier', domain: 'localhost', path: '/' }])
  await page.route('**/auth/oauth/token', () => {})
}

/** The server forbids this, but other apps may not. */
async function withFrame(page) {
  await withConfig(page, withProviders('google', 'github'))
  await page.route('**/framing', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><iframe src="${handler}/sign-in" width="100%" height="760" title="App"></iframe>`,
    }),
  )
  await page.route(`**${handler}/sign-in`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { 'content-type': 'text/html' } })
  })
}

async function seeTooltip(page) {
  const frame = page.frameLocator('iframe')
  await frame.getByRole('button', { name: 'Sign in with GitHub' }).hover()
  await frame.getByRole('tooltip').last().waitFor()
}

/** A browser that responds to every passkey request with this error. */
async function withPasskeyFailure(page, name) {
  await page.route('**/auth/passkey/initiate-passkey-authentication', (route) =>
    route.fulfill({
      json: {
        code: 'abc',
        options_json: {
          challenge: 'abc',
          rpId: 'THIS_VALUE_WILL_BE_REPLACED.example.com',
          timeout: 60_000,
          userVerification: 'preferred',
          allowCredentials: [],
        },
      },
    }),
  )
  await page.addInitScript((name) => {
    navigator.credentials.get = ({ mediation, signal }) =>
      new Promise((_, reject) => {
        if (mediation !== 'conditional') reject(new DOMException('No.', name))
        signal.addEventListener('abort', () => reject(new DOMException('No.', 'AbortError')))
      })
  }, name)
}

async function usePasskey(page, message) {
  await press(page, 'Sign in with a passkey')
  await page.getByText(message).waitFor()
}
