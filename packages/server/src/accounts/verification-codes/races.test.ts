import { expect, test } from 'vitest'
import { totpAt } from '../../identity/mfa/totp.ts'
import { TestAuthenticator } from '../../testing/authenticator.ts'
import { newEmail, race, type SignedUp, type TestProject, testProject } from '../../testing/index.ts'
import { codeEmailedTo, listOutgoingEmails } from '../../testing/outbox.ts'
import { readResponse, type WireResponse } from '../../testing/project.ts'
import {
  exchangeCode,
  newPerson,
  openCallback,
  providerForTests,
  signInAt,
  startFlow,
} from '../../testing/provider-sign-in.ts'
import { listAuditEntries } from '../../testing/records.ts'
import { createPurchaseLink } from '../../testing/shop.ts'

/** Something that works once: how to use it, what those who come second are told, and what one use leaves behind. */
interface SingleUse {
  use(index: number): Promise<WireResponse>
  /** What each of the others is told; one of these. */
  refusals: object[]
  countEffects(): Promise<number>
  isSuccess?(response: WireResponse): boolean
}

const alreadyUsed = { status: 409, body: { code: 'VERIFICATION_CODE_ALREADY_USED' } }
const callback_url = 'http://localhost:3000/callback'
const origin = 'http://localhost:3000'
const alreadyBought = 'This offer has already been bought.'
const settings = {
  'auth.otp.allowSignIn': true,
  'auth.passkey.allowSignIn': true,
  'payments.offers.packet': { customerType: 'user', prices: { once: { USD: '5' } } },
}
const totpSecret = Buffer.from('12345678901234567890')

const provider = providerForTests()

const singleUses: Record<string, (project: TestProject, person: SignedUp) => Promise<SingleUse>> = {
  'a code that resets the password': async (project, { email }) => {
    await project.call('POST /auth/password/send-reset-code', { body: { email, callback_url } })
    const code = await codeEmailedTo(project, email, 'password_reset')
    return {
      use: (index) => project.send('POST /auth/password/reset', { body: { code, password: `good password ${index}` } }),
      refusals: [alreadyUsed],
      countEffects: async () => (await listOutgoingEmails(project, 'password_changed')).length,
    }
  },

  'a code that signs up': async (project) => {
    const email = newEmail()
    await project.call('POST /auth/otp/send-sign-in-code', { body: { email, callback_url } })
    const code = await codeEmailedTo(project, email, 'magic_link')
    return {
      use: () => project.send('POST /auth/otp/sign-in', { body: { code } }),
      refusals: [alreadyUsed],
      countEffects: await countingNew(project, 'sessions', 'users'),
    }
  },

  'a code that verifies an email': async (project, { email }) => {
    const code = await codeEmailedTo(project, email, 'email_verification')
    const { db } = project.server.platform
    return {
      use: () => project.send('POST /contact-channels/verify', { body: { code } }),
      refusals: [alreadyUsed],
      countEffects: async () => {
        const rows = db.selectFrom('contact_channels').select('id').where('project_id', '=', project.id)
        return (await rows.where('is_verified', '=', true).execute()).length
      },
    }
  },

  'a sign-in that waits for the second factor': async (project, person) => {
    const { email, password } = person
    const body = { totp_secret_base64: totpSecret.toString('base64') }
    await project.call('PATCH /users/me', { user: person, body })
    const waiting = await project.send('POST /auth/password/sign-in', { body: { email, password } })
    const code = (waiting.body as { details: { attempt_code: string } }).details.attempt_code
    const totp = totpAt(totpSecret, Math.floor(Date.now() / 30_000))
    return {
      use: () => project.send('POST /auth/mfa/sign-in', { body: { type: 'totp', totp, code } }),
      // Whoever comes second finds the time step of the TOTP used, or the whole attempt.
      refusals: [alreadyUsed, { status: 400, body: { code: 'INVALID_TOTP_CODE' } }],
      countEffects: await countingNew(project, 'sessions'),
    }
  },

  'a challenge that registers a passkey': async (project, user) => {
    const { options_json, code } = await project.call('POST /auth/passkey/initiate-passkey-registration', { user })
    const { challenge } = options_json
    return {
      use: () => {
        const credential = new TestAuthenticator().register({ challenge, origin })
        return project.send('POST /auth/passkey/register', { user, body: { credential, code } })
      },
      refusals: [alreadyUsed],
      countEffects: async () => (await listOutgoingEmails(project, 'passkey_added')).length,
    }
  },

  'a challenge that signs in with a passkey': async (project, user) => {
    const authenticator = new TestAuthenticator()
    const registration = await project.call('POST /auth/passkey/initiate-passkey-registration', { user })
    const credential = authenticator.register({ challenge: registration.options_json.challenge, origin })
    await project.call('POST /auth/passkey/register', { user, body: { credential, code: registration.code } })
    const { options_json, code } = await project.call('POST /auth/passkey/initiate-passkey-authentication')
    const authentication_response = authenticator.authenticate({ challenge: options_json.challenge, origin })
    return {
      use: () => project.send('POST /auth/passkey/sign-in', { body: { authentication_response, code } }),
      refusals: [alreadyUsed],
      countEffects: await countingNew(project, 'sessions'),
    }
  },

  'the login of a command line, to be confirmed': async (project, person) => {
    const people = [person, await project.signUp()]
    const { login_code } = await project.call('POST /auth/cli')
    const { db } = project.server.platform
    return {
      use: (index) => {
        const { refresh_token } = people[index % 2]!
        return project.send('POST /auth/cli/complete', { body: { login_code, refresh_token } })
      },
      refusals: [{ status: 400, body: expect.stringContaining('already been confirmed') }],
      countEffects: async () => {
        const rows = db.selectFrom('cli_auth_requests').select('user_id').where('project_id', '=', project.id)
        return (await rows.where('user_id', 'is not', null).execute()).length
      },
    }
  },

  'the login of a command line, to be picked up': async (project, { refresh_token }) => {
    const { login_code, polling_code } = await project.call('POST /auth/cli')
    await project.call('POST /auth/cli/complete', { body: { login_code, refresh_token } })
    return {
      use: () => project.send('POST /auth/cli/poll', { body: { polling_code } }),
      isSuccess: ({ status }) => status === 201,
      refusals: [{ status: 200, body: { status: 'used' } }],
      countEffects: await countingNew(project, 'sessions'),
    }
  },

  'an invitation to a team': async (project, user) => {
    const { id: team_id } = await project.call('POST /teams', { as: 'server', body: { display_name: 'Bakers' } })
    const email = newEmail()
    await project.call('POST /team-invitations/send-code', { as: 'server', body: { email, team_id, callback_url } })
    const code = await codeEmailedTo(project, email, 'team_invitation')
    return {
      use: () => project.send('POST /team-invitations/accept', { user, body: { code } }),
      refusals: [alreadyUsed],
      countEffects: async () => {
        const query = { team_id }
        return (await project.call('GET /team-member-profiles', { as: 'server', query })).items.length
      },
    }
  },

  'the way back from a provider': async () => {
    const project = await provider.newProject()
    const flow = await startFlow(project)
    const callback = await provider.idp.signIn(flow.authorizationUrl, newPerson())
    return {
      use: async () => readResponse(await openCallback(project, callback, flow.cookie)),
      isSuccess: ({ status }) => status === 303,
      refusals: [{ status: 400, body: expect.stringContaining('already finished') }],
      countEffects: await countingNew(project, 'users'),
    }
  },

  'the code of a sign-in with a provider': async () => {
    const project = await provider.newProject()
    const { code, flow } = await signInAt(provider.idp, project, newPerson())
    return {
      use: () => exchangeCode(project, code, flow.verifier),
      refusals: [{ status: 400, body: { code: 'INVALID_AUTHORIZATION_CODE' } }],
      // The session itself is ended by those who come second.
      countEffects: async () => (await listAuditEntries(project, 'user.signed_in')).length,
    }
  },

  'a purchase link': async (project, { user_id }) => {
    const body = { full_code: await createPurchaseLink(project, user_id, 'packet'), price_id: 'once' }
    const { db } = project.server.platform
    return {
      use: () => project.send('POST /internal/payments/test-mode-purchase-session', { as: 'admin', body }),
      refusals: [
        { status: 404, body: { code: 'VERIFICATION_CODE_NOT_FOUND' } },
        { status: 400, body: alreadyBought },
      ],
      countEffects: async () => {
        const rows = db.selectFrom('one_time_purchases').select('id').where('project_id', '=', project.id)
        return (await rows.execute()).length
      },
    }
  },

  // Whatever else works once has its entry here.
}

// ASVS 2.3.4, 6.5.1
test.each(Object.entries(singleUses))('%s is used by one of twenty at once, and never again', async (_, prepare) => {
  const project = await testProject(settings)
  const { use, refusals, countEffects, isSuccess = isOk } = await prepare(project, await project.signUp())
  const { succeeded: responses } = await race(20, use)
  expect(responses).toHaveLength(20)
  expect(responses.filter(isSuccess)).toHaveLength(1)
  for (const { status, body } of responses.filter((response) => !isSuccess(response))) {
    expect(
      refusals.some((refusal) => matches({ status, body }, refusal)),
      JSON.stringify(body),
    ).toBe(true)
  }
  expect(await countEffects()).toBe(1)

  expect(isSuccess(await use(0))).toBe(false)
  expect(await countEffects()).toBe(1)
})

function matches(response: object, refusal: object): boolean {
  try {
    expect(response).toMatchObject(refusal)
    return true
  } catch {
    return false
  }
}

function isOk({ status }: WireResponse): boolean {
  return status < 300
}

/** Counts what was added to these tables from now on; the same number in each of them. */
async function countingNew(project: TestProject, ...tables: ('sessions' | 'users')[]): Promise<() => Promise<number>> {
  const { db } = project.server.platform
  const count = async (table: 'sessions' | 'users') =>
    (await db.selectFrom(table).select('id').where('project_id', '=', project.id).execute()).length
  const before = await Promise.all(tables.map(count))
  return async () => {
    const after = await Promise.all(tables.map(count))
    const added = after.map((rows, index) => rows - before[index]!)
    expect(new Set(added).size).toBe(1)
    return added[0]!
  }
}
