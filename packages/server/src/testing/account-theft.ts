import { findOutgoingEmail } from '../emails/outbox/outbox.ts'
import { endSecondFactors } from '../identity/account-changes/second-factor.ts'
import { totpAt } from '../identity/mfa/totp.ts'
import { TestAuthenticator } from './authenticator.ts'
import type { OidcServer, ProviderPerson } from './oidc-server.ts'
import { sendRequestedCodes } from './outbox.ts'
import { goodPassword, newEmail, type TestProject } from './project.ts'
import { newPerson, signInWithProvider } from './provider-sign-in.ts'
import { createPerson } from './world.ts'

const callback_url = 'http://localhost:3000/callback'
const origin = 'http://localhost:3000'
const totpSecret = Buffer.alloc(20, 7).toString('base64')

interface Session {
  access_token: string
  refresh_token: string
}

/** What a thief has got hold of, or has planted, over time. */
interface Loot {
  mailboxes: [string, string]
  sessions: Session[]
  passwords: string[]
  passkeys: TestAuthenticator[]
  people: ProviderPerson[]
  apiKeys: string[]
}

/** The account of an owner who reads the emails to `email`, and a thief who has got one of its sessions. */
export interface Theft {
  project: TestProject
  idp: OidcServer
  userId: string
  email: string
  loot: Loot
}

export async function openTheft(project: TestProject, idp: OidcServer): Promise<Theft> {
  const { id: userId, email, ...session } = await createPerson(project, { password: goodPassword })
  const mailboxes: Loot['mailboxes'] = [newEmail('thief'), newEmail('thief')]
  const loot: Loot = { mailboxes, sessions: [session], passwords: [], passkeys: [], people: [], apiKeys: [] }
  return { project, idp, userId, email, loot }
}

/** The codes in all links of an address that match, oldest first. */
async function codesIn({ project }: Theft, address: string, link: RegExp): Promise<string[]> {
  const { id, server } = project
  await sendRequestedCodes({ id, server })
  const { db, secrets } = server.platform
  const rows = db.selectFrom('outgoing_emails').select('id').where('project_id', '=', id).orderBy('created_at')
  const emails = await Promise.all((await rows.execute()).map((row) => findOutgoingEmail(db, id, row.id, secrets)))
  return emails
    .filter((email) => email?.to === address)
    .map((email) => JSON.stringify(email).match(link)?.[1])
    .filter((code) => code !== undefined)
}

const undoLink = /undo-change[?#]code=([0-9a-z]{45})/
const verificationLink = /"emailVerificationLink":"[^"]*[?#]code=([0-9a-z]{45})/
const resetLink = /"passwordResetLink":"[^"]*[?&]code=([0-9a-z]{45})/
const magicLink = /"magicLink":"[^"]*[?&]code=([0-9a-z]{45})/

function postUndo({ server }: TestProject, code: string): Promise<Response> {
  const body = new URLSearchParams({ code, confirmed: 'yes' })
  return server.fetch('/api/v1/auth/undo-change', { method: 'POST', body })
}

export async function postUndoLinksOf(theft: Theft, address: string): Promise<void> {
  for (const code of await codesIn(theft, address, undoLink)) await postUndo(theft.project, code)
}

async function listChannels({ project, userId }: Theft) {
  return (await project.call('GET /contact-channels', { as: 'server', query: { user_id: userId } })).items
}

/** The id of the channel with this address, or a random one. */
async function channelIdOf(theft: Theft, address: string): Promise<string> {
  const channels = await listChannels(theft)
  return channels.find(({ value }) => value === address)?.id ?? crypto.randomUUID()
}

/** Resets the password by the emails to an address. False if the address does not get any. */
async function resetBy(theft: Theft, address: string, password: string): Promise<boolean> {
  const { project } = theft
  await project.send('POST /auth/password/send-reset-code', { body: { email: address, callback_url } })
  const code = (await codesIn(theft, address, resetLink)).at(-1)
  if (!code) return false
  return (await project.send('POST /auth/password/reset', { body: { code, password } })).status === 200
}

/** A step that is refused, for example because the session has ended, changes nothing. */
type Step = (theft: Theft, mailbox: string) => Promise<unknown>

const session = ({ loot }: Theft) => ({ user: loot.sessions.at(-1)! })
const params = async (theft: Theft, address: string) => ({ user_id: 'me', id: await channelIdOf(theft, address) })
const patchChannel = async (theft: Theft, address: string, body: object) =>
  theft.project.send('PATCH /contact-channels/{user_id}/{id}', {
    ...session(theft),
    params: await params(theft, address),
    body,
  })

function addAddress(theft: Theft, value: string) {
  const body = { user_id: 'me', type: 'email', value, used_for_auth: true }
  return theft.project.send('POST /contact-channels', { ...session(theft), body })
}

/** The thief has the second factor that they have set up. */
async function keepSession(theft: Theft, answer: { status: number; body: unknown }): Promise<void> {
  const { attempt_code: code } = (answer.body as { details?: { attempt_code?: string } }).details ?? {}
  const totp = totpAt(Buffer.from(totpSecret, 'base64'), Math.floor(Date.now() / 30_000))
  const complete = () => theft.project.send('POST /auth/mfa/sign-in', { body: { type: 'totp', totp, code } })
  const { status, body } = code ? await complete() : answer
  if (status === 200) theft.loot.sessions.push(body as Session)
}

async function signInByPassword(theft: Theft, email: string, password: string) {
  return theft.project.send('POST /auth/password/sign-in', { body: { email, password } })
}

async function signInByPasskey({ project }: Theft, authenticator: TestAuthenticator) {
  const { options_json, code } = await project.call('POST /auth/passkey/initiate-passkey-authentication')
  const authentication_response = authenticator.authenticate({ challenge: options_json.challenge, origin })
  return project.send('POST /auth/passkey/sign-in', { body: { authentication_response, code } })
}

/** What a thief does with a session of the account and the emails to an address of their own. */
export const thiefSteps = {
  'add an address': addAddress,
  'verify an address': async (theft, mailbox) => {
    const { project } = theft
    await project.send('POST /contact-channels/{user_id}/{id}/send-verification-code', {
      ...session(theft),
      params: await params(theft, mailbox),
      body: { callback_url },
    })
    const code = (await codesIn(theft, mailbox, verificationLink)).at(-1)
    if (code) await project.send('POST /contact-channels/verify', { ...session(theft), body: { code } })
  },
  'promote an address': (theft, mailbox) => patchChannel(theft, mailbox, { is_primary: true }),
  'remove an address': async (theft, mailbox) =>
    theft.project.send('DELETE /contact-channels/{user_id}/{id}', {
      ...session(theft),
      params: await params(theft, mailbox),
    }),
  "remove the owner's address": async (theft) =>
    theft.project.send('DELETE /contact-channels/{user_id}/{id}', {
      ...session(theft),
      params: await params(theft, theft.email),
    }),
  "replace the owner's address": (theft, mailbox) => patchChannel(theft, theft.email, { value: mailbox }),
  "add the owner's address": (theft) => addAddress(theft, theft.email),
  'reset the password': async (theft, mailbox) => {
    const password = `the thief's password ${theft.loot.passwords.length}`
    if (await resetBy(theft, mailbox, password)) theft.loot.passwords.push(password)
  },
  'register a passkey': async (theft) => {
    const { project, loot } = theft
    const begun = await project.send('POST /auth/passkey/initiate-passkey-registration', session(theft))
    if (begun.status !== 200) return
    const { options_json, code } = begun.body as { options_json: { challenge: string }; code: string }
    const authenticator = new TestAuthenticator()
    const credential = authenticator.register({ challenge: options_json.challenge, origin })
    await project.send('POST /auth/passkey/register', { ...session(theft), body: { credential, code } })
    loot.passkeys.push(authenticator)
  },
  'set up a second factor': (theft) =>
    theft.project.send('PATCH /users/me', { ...session(theft), body: { totp_secret_base64: totpSecret } }),
  'switch off the second factor': (theft) =>
    theft.project.send('PATCH /users/me', { ...session(theft), body: { totp_secret_base64: null } }),
  'link a provider': async (theft) => {
    const person = newPerson()
    const query = { type: 'link', token: session(theft).user.access_token }
    const linking = signInWithProvider(theft.idp, theft.project, person, { provider: 'github', query })
    await linking.then(
      () => theft.loot.people.push(person),
      () => undefined,
    )
  },
  'make an API key': async (theft) => {
    const body = { user_id: 'me', description: 'key', is_public: false, expires_at_millis: null }
    const made = await theft.project.send('POST /user-api-keys', { ...session(theft), body })
    if (made.status === 200) theft.loot.apiKeys.push((made.body as { value: string }).value)
  },
  'sign in again': async (theft, mailbox) => {
    for (const password of theft.loot.passwords) {
      await keepSession(theft, await signInByPassword(theft, mailbox, password))
    }
    for (const passkey of theft.loot.passkeys) await keepSession(theft, await signInByPasskey(theft, passkey))
  },
  'post undo links': (theft, mailbox) => postUndoLinksOf(theft, mailbox),
} satisfies Record<string, Step>

const ownPassword = "the owner's new password"

/** What an owner does who reads the emails to the senior address, or asks the app's support. */
export const ownerSteps = {
  'reset the password': (theft) => resetBy(theft, theft.email, ownPassword),
  'remove what is not theirs': async (theft) => {
    const { project, email, userId } = theft
    if (!(await resetBy(theft, email, ownPassword))) return false
    const signedIn = await signInByPassword(theft, email, ownPassword)
    if (signedIn.status !== 200) return false
    const user = signedIn.body as Session
    for (const { id, value } of await listChannels(theft)) {
      const params = { user_id: 'me', id }
      if (value !== email) await project.call('DELETE /contact-channels/{user_id}/{id}', { user, params })
    }
    await project.call('PATCH /users/me', { user, body: { passkey_auth_enabled: false } })
    const { items: links } = await project.call('GET /oauth-providers', { user, query: { user_id: 'me' } })
    for (const { id } of links) {
      await project.call('DELETE /oauth-providers/{user_id}/{id}', { user, params: { user_id: 'me', id } })
    }
    const { items: keys } = await project.call('GET /user-api-keys', { user, query: { user_id: userId } })
    for (const { id } of keys) {
      await project.call('PATCH /user-api-keys/{id}', { user, params: { id }, body: { revoked: true } })
    }
    return true
  },
  'have a password set': ({ project, userId: user_id }) =>
    project.send('PATCH /users/{user_id}', { as: 'server', params: { user_id }, body: { password: ownPassword } }),
  'post their newest undo link': async (theft) => {
    const code = (await codesIn(theft, theft.email, undoLink)).at(-1)
    return code && postUndo(theft.project, code)
  },
  'post their undo links': (theft) => postUndoLinksOf(theft, theft.email),
} satisfies Record<string, (theft: Theft) => Promise<unknown>>

/** The owner's new password signs in, once a second factor of the thief has ended. */
export async function ownerSignsIn(theft: Theft): Promise<boolean> {
  const { project, email } = theft
  if (!(await resetBy(theft, email, ownPassword))) return false
  const { platform } = project.server
  const afterThreeDays = new Date(platform.now().getTime() + 73 * 3600 * 1000)
  await endSecondFactors({ ...platform, now: () => afterThreeDays })
  return (await signInByPassword(theft, email, ownPassword)).status === 200
}

/** Everything by which a thief still gets at the account, in words. */
export async function listWaysIn(theft: Theft): Promise<string[]> {
  const { project, idp, userId, email, loot } = theft
  const ways: string[] = []
  const note = (way: string, answer: { status: number; body: unknown }) => {
    const { code } = answer.body as { code?: string }
    if (answer.status === 200 || code === 'MULTI_FACTOR_AUTHENTICATION_REQUIRED') ways.push(way)
  }
  const headersOf = ({ refresh_token }: Session) => ({ headers: { 'x-stack-refresh-token': refresh_token } })
  for (const held of loot.sessions) {
    note('a session', await project.send('POST /auth/sessions/current/refresh', headersOf(held)))
  }
  for (const address of [email, ...loot.mailboxes]) {
    for (const password of loot.passwords) note(`${password}`, await signInByPassword(theft, address, password))
  }
  for (const passkey of loot.passkeys) note('a passkey', await signInByPasskey(theft, passkey))
  for (const api_key of loot.apiKeys) {
    note('an API key', await project.send('POST /user-api-keys/check', { as: 'server', body: { api_key } }))
  }
  for (const person of loot.people) {
    const { user } = await signInWithProvider(idp, project, person, { provider: 'github' })
    if (user.id === userId) ways.push('a provider')
  }
  for (const address of loot.mailboxes) {
    if (await resetBy(theft, address, 'one more password of the thief')) ways.push(`a reset by ${address}`)
    if (await leadsToAccount(theft, address)) ways.push(`a code to ${address}`)
  }
  return ways
}

async function leadsToAccount(theft: Theft, address: string): Promise<boolean> {
  const { project, userId } = theft
  await project.send('POST /auth/otp/send-sign-in-code', { body: { email: address, callback_url } })
  const code = (await codesIn(theft, address, magicLink)).at(-1)
  const answer = code && (await project.send('POST /auth/otp/sign-in', { body: { code } }))
  return Boolean(answer) && (answer as { body: { user_id?: string } }).body.user_id === userId
}
