import { type Ceremony, TestAuthenticator } from './authenticator.ts'
import { type SignedUp, type TestProject, testProject } from './index.ts'

export const passkeyOrigin = 'http://localhost:3000'
export const withPasskeys = { 'auth.passkey.allowSignIn': true }

type Headers = Record<string, string>

export async function registerPasskey(
  project: TestProject,
  user: { access_token: string },
  authenticator = new TestAuthenticator(),
  { headers, ...change }: Partial<Ceremony> & { headers?: Headers } = {},
) {
  const { options_json, code } = await project.call('POST /auth/passkey/initiate-passkey-registration', { user })
  const credential = authenticator.register({ challenge: options_json.challenge, origin: passkeyOrigin, ...change })
  await project.call('POST /auth/passkey/register', { user, body: { credential, code }, ...(headers && { headers }) })
  return authenticator
}

export async function startPasskeySignIn(project: TestProject) {
  const { options_json, code } = await project.call('POST /auth/passkey/initiate-passkey-authentication')
  return { challenge: options_json.challenge, code }
}

export async function signInWithPasskey(
  project: TestProject,
  authenticator: TestAuthenticator,
  change: Partial<Ceremony> = {},
) {
  const { challenge, code } = await startPasskeySignIn(project)
  const authentication_response = authenticator.authenticate({ challenge, origin: passkeyOrigin, ...change })
  return project.call('POST /auth/passkey/sign-in', { body: { authentication_response, code } })
}

export async function personWithPasskey(settings = {}) {
  const project = await testProject({ ...withPasskeys, ...settings })
  const person: SignedUp = await project.signUp()
  return { project, person, authenticator: await registerPasskey(project, person) }
}
