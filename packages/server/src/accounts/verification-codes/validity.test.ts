import { describe, expect, test } from 'vitest'
import { totpAt } from '../../identity/mfa/totp.ts'
import { projectCache } from '../../projects/cache.ts'
import { TestAuthenticator } from '../../testing/authenticator.ts'
import { newEmail, separateServer, type TestProject, testProject } from '../../testing/index.ts'
import { codeEmailedTo } from '../../testing/outbox.ts'
import { createTestProject, goodPassword, type WireResponse } from '../../testing/project.ts'
import { createPurchaseLink } from '../../testing/shop.ts'
import { takeSnapshot } from '../../testing/snapshot.ts'
import { createPerson, type Person } from '../../testing/world.ts'

interface IssuedCode {
  code: string
  /** Sends a code, this one unless another is given, where codes of its kind are used. */
  use(where?: { project?: TestProject; code?: string; user?: Person }): Promise<WireResponse>
}

interface Kind {
  lifetimeMillis: number
  /** What it is once it is too old, unless it is known as expired. */
  expired?: object
  issue(project: TestProject): Promise<IssuedCode>
}

const minute = 60_000
const callback_url = 'http://localhost:3000/callback'
const origin = 'http://localhost:3000'
const settings = {
  'auth.otp.allowSignIn': true,
  'auth.passkey.allowSignIn': true,
  'payments.offers.packet': { customerType: 'user', prices: { once: { USD: '5' } } },
}
const totpSecret = Buffer.from('12345678901234567890')
const notFound = { status: 404, body: { code: 'VERIFICATION_CODE_NOT_FOUND' } }

async function issueResetCode(project: TestProject, email: string): Promise<IssuedCode> {
  await project.call('POST /auth/password/send-reset-code', { body: { email, callback_url } })
  const code = await codeEmailedTo(project, email, 'password_reset')
  return {
    code,
    use: ({ project: at = project, code: used = code } = {}) =>
      at.send('POST /auth/password/reset', { body: { code: used, password: 'another good password' } }),
  }
}

async function issueSignInCode(project: TestProject, email: string): Promise<IssuedCode> {
  await project.call('POST /auth/otp/send-sign-in-code', { body: { email, callback_url } })
  const code = await codeEmailedTo(project, email, 'magic_link')
  return {
    code,
    use: ({ project: at = project, code: used = code } = {}) =>
      at.send('POST /auth/otp/sign-in', { body: { code: used } }),
  }
}

const turnSecondFactorOn = ({ call }: TestProject, user: Person) =>
  call('PATCH /users/me', { user, body: { totp_secret_base64: totpSecret.toString('base64') } })

const kinds: Record<string, Kind> = {
  'that resets a password': {
    lifetimeMillis: 60 * minute,
    issue: async (project) => issueResetCode(project, (await createPerson(project)).email),
  },
  'that signs in': {
    lifetimeMillis: 10 * minute,
    issue: (project) => issueSignInCode(project, newEmail()),
  },
  'that verifies an email': {
    lifetimeMillis: 7 * 24 * 60 * minute,
    async issue(project) {
      const { email } = await project.signUp()
      const code = await codeEmailedTo(project, email, 'email_verification')
      return {
        code,
        use: ({ project: at = project, code: used = code } = {}) =>
          at.send('POST /contact-channels/verify', { body: { code: used } }),
      }
    },
  },
  'of a sign-in that waits for the second factor': {
    lifetimeMillis: 5 * minute,
    async issue(project) {
      const person = await createPerson(project, { password: goodPassword })
      await turnSecondFactorOn(project, person)
      const body = { email: person.email, password: goodPassword }
      const waiting = await project.send('POST /auth/password/sign-in', { body })
      const code = (waiting.body as { details: { attempt_code: string } }).details.attempt_code
      return {
        code,
        use({ project: at = project, code: used = code } = {}) {
          const totp = totpAt(totpSecret, Math.floor(project.server.platform.now().getTime() / 30_000))
          return at.send('POST /auth/mfa/sign-in', { body: { type: 'totp', totp, code: used } })
        },
      }
    },
  },
  'that registers a passkey': {
    lifetimeMillis: 65_000,
    async issue(project) {
      const person = await createPerson(project)
      const started = await project.call('POST /auth/passkey/initiate-passkey-registration', { user: person })
      const { options_json, code } = started
      const credential = new TestAuthenticator().register({ challenge: options_json.challenge, origin })
      return {
        code,
        use: ({ project: at = project, code: used = code, user = person } = {}) =>
          at.send('POST /auth/passkey/register', { user, body: { credential, code: used } }),
      }
    },
  },
  'that signs in with a passkey': {
    lifetimeMillis: 65_000,
    async issue(project) {
      const user = await createPerson(project)
      const authenticator = new TestAuthenticator()
      const registration = await project.call('POST /auth/passkey/initiate-passkey-registration', { user })
      const credential = authenticator.register({ challenge: registration.options_json.challenge, origin })
      await project.call('POST /auth/passkey/register', { user, body: { credential, code: registration.code } })
      const { options_json, code } = await project.call('POST /auth/passkey/initiate-passkey-authentication')
      const authentication_response = authenticator.authenticate({ challenge: options_json.challenge, origin })
      return {
        code,
        use: ({ project: at = project, code: used = code } = {}) =>
          at.send('POST /auth/passkey/sign-in', { body: { authentication_response, code: used } }),
      }
    },
  },
  'of a purchase link': {
    lifetimeMillis: 24 * 60 * minute,
    expired: notFound,
    async issue(project) {
      const { id } = await createPerson(project)
      const [, code = ''] = (await createPurchaseLink(project, id, 'packet')).split('_')
      return {
        code,
        async use({ project: at = project, code: used = code } = {}) {
          const { tenancy_id } = (await projectCache(at.server.platform).find(at.id))!
          const body = { full_code: `${tenancy_id}_${used}`, price_id: 'once' }
          return at.send('POST /internal/payments/test-mode-purchase-session', { as: 'admin', body })
        },
      }
    },
  },
}

const expiredCode = { status: 400, body: { code: 'VERIFICATION_CODE_EXPIRED' } }

describe.each(Object.entries(kinds))('a code %s', (name, { lifetimeMillis, issue, expired = expiredCode }) => {
  // ASVS 6.6.2
  test('opens nothing that codes of other kinds open, and still works afterwards', async () => {
    const project = await testProject(settings)
    const { code, use } = await issue(project)
    for (const [other, kind] of Object.entries(kinds)) {
      if (other === name) continue
      const response = await (await kind.issue(project)).use({ code })
      expect(response, other).toMatchObject(notFound)
    }
    expect(await use()).toMatchObject({ status: 200 })
  })

  test('is unknown in another project, and does not change there', async () => {
    const project = await testProject(settings)
    const elsewhere = await testProject(settings)
    const { use } = await issue(project)
    const { db } = project.server.platform
    const before = await takeSnapshot(db, project.id)
    const user = await createPerson(elsewhere)
    expect(await use({ project: elsewhere, user })).toMatchObject(notFound)
    expect(await takeSnapshot(db, project.id)).toEqual(before)
    expect(await use()).toMatchObject({ status: 200 })
  })

  // ASVS 6.4.1, 6.5.5
  test('works until it expires and not longer', async () => {
    let now = Date.now()
    const project = await createTestProject(await separateServer({ now: () => new Date(now) }), settings)
    const start = now
    const [inTime, late] = [await issue(project), await issue(project)]
    now = start + lifetimeMillis - 1000
    expect(await inTime.use()).toMatchObject({ status: 200 })
    now = start + lifetimeMillis + 1000
    expect(await late.use()).toMatchObject(expired)
  })
})

/** What may happen to someone between the email and the click. */
const changes = {
  'the address was removed': (project: TestProject, person: Person) => patch(project, person, { primary_email: null }),
  'the address does not sign in any more': (project: TestProject, person: Person) =>
    patch(project, person, { primary_email_auth_enabled: false }),
  'the address was changed': (project: TestProject, person: Person) =>
    patch(project, person, { primary_email: newEmail() }),
  'the account was deleted': ({ call }: TestProject, { id }: Person) =>
    call('DELETE /users/{user_id}', { as: 'server', params: { user_id: id } }),
}

const patch = ({ call }: TestProject, { id }: Person, body: object) =>
  call('PATCH /users/{user_id}', { as: 'server', params: { user_id: id }, body })

describe.each(Object.entries(changes))('after %s', (_, change) => {
  test('a sign-in code leads neither to the account nor to a new one', async () => {
    const project = await testProject(settings)
    const person = await createPerson(project)
    const { use } = await issueSignInCode(project, person.email)
    await change(project, person)
    const before = await project.call('GET /users', { as: 'server' })
    expect(await use()).toMatchObject(notFound)
    expect(await project.call('GET /users', { as: 'server' })).toEqual(before)
  })

  test('a reset code sets no password', async () => {
    const project = await testProject(settings)
    const person = await createPerson(project)
    const { use } = await issueResetCode(project, person.email)
    await change(project, person)
    expect((await use()).status).toBeGreaterThanOrEqual(400)
    const { items } = await project.call('GET /users', { as: 'server' })
    expect(items.map((user) => user.has_password)).not.toContain(true)
  })
})

test('after someone else got the address, a sign-in code does not lead to their account', async () => {
  const project = await testProject(settings)
  const [ada, eve] = [await createPerson(project), await createPerson(project)]
  const { use } = await issueSignInCode(project, ada.email)
  await patch(project, ada, { primary_email: null })
  const taken = { primary_email: ada.email, primary_email_verified: true, primary_email_auth_enabled: true }
  await patch(project, eve, { ...taken, otp_auth_enabled: true })
  expect(await use()).toMatchObject(notFound)
})

// ASVS 6.4.3
test('after the second factor was turned on, a sign-in code requires it, and a password reset does not turn it off', async () => {
  const project = await testProject(settings)
  const person = await createPerson(project, { password: goodPassword })
  const [signIn, reset] = [await issueSignInCode(project, person.email), await issueResetCode(project, person.email)]
  await turnSecondFactorOn(project, person)
  const secondFactor = { status: 400, body: { code: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED' } }
  expect(await signIn.use()).toMatchObject(secondFactor)
  expect(await reset.use()).toMatchObject({ status: 200 })
  const body = { email: person.email, password: 'another good password' }
  expect(await project.send('POST /auth/password/sign-in', { body })).toMatchObject(secondFactor)
})

test('after password sign-in was turned off in the project, a reset code sets no password', async () => {
  const project = await testProject(settings)
  const { use } = await issueResetCode(project, (await createPerson(project)).email)
  await project.call('PATCH /internal/projects/current', {
    as: 'admin',
    body: { config: { credential_enabled: false } },
  })
  expect(await use()).toMatchObject({ status: 400, body: { code: 'PASSWORD_AUTHENTICATION_NOT_ENABLED' } })
})

test('a reset ends everything that was open: sessions, codes and waiting sign-ins', async () => {
  const project = await testProject(settings)
  const person = await createPerson(project, { password: goodPassword })
  const body = { email: person.email, password: goodPassword }
  await turnSecondFactorOn(project, person)
  const waiting = await project.send('POST /auth/password/sign-in', { body })
  const code = (waiting.body as { details: { attempt_code: string } }).details.attempt_code
  const [signIn, reset] = [await issueSignInCode(project, person.email), await issueResetCode(project, person.email)]
  const response = await reset.use()
  expect(response.body).toEqual({ success: true })

  expect(await signIn.use()).toMatchObject(notFound)
  const totp = totpAt(totpSecret, Math.floor(Date.now() / 30_000))
  expect(await project.send('POST /auth/mfa/sign-in', { body: { type: 'totp', totp, code } })).toMatchObject(notFound)
  const headers = { 'x-stack-refresh-token': person.refresh_token }
  expect(await project.send('POST /auth/sessions/current/refresh', { headers })).toMatchObject({ status: 401 })
})

// ASVS 6.6.3
describe('guesses at all codes of one email', () => {
  const guesses = async (project: TestProject, codes: string[]) => {
    let evaluated = 0
    for (let round = 0; round < 15; round++) {
      for (const code of codes) {
        const wrong = `${String(round).padStart(6, '0')}${code.slice(6)}`
        const response = await project.send('POST /auth/otp/sign-in', { body: { code: wrong } })
        if (response.status === 404) evaluated++
        else expect(response.status).toBe(429)
      }
    }
    return evaluated
  }

  async function fiveCodes() {
    const project = await createTestProject(await separateServer({ config: { rateLimits: true } }), settings)
    const email = newEmail()
    const issued: IssuedCode[] = []
    for (let round = 0; round < 5; round++) issued.push(await issueSignInCode(project, email))
    return { project, issued }
  }

  test('share one budget, after which not even the right one counts', async () => {
    const { project, issued } = await fiveCodes()
    expect(
      await guesses(
        project,
        issued.map(({ code }) => code),
      ),
    ).toBe(40)
    for (const { use } of issued) expect((await use()).status).toBe(429)
  })

  test('do not lock out the owner, whose own code nobody guessed at', async () => {
    const { project, issued } = await fiveCodes()
    const [own, ...others] = issued
    expect(
      await guesses(
        project,
        others.map(({ code }) => code),
      ),
    ).toBe(40)
    await project.call('POST /auth/otp/sign-in/check-code', { body: { code: own!.code } })
    expect(await own!.use()).toMatchObject({ status: 200 })
  })
})
