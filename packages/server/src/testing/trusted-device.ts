import type { SignedUp, TestProject } from './project.ts'
import { currentTotp, refusedSignIn, setUpSecondFactor } from './second-factor.ts'

/** Both steps of a sign-in with the password and an authenticator app, after which the device is trusted. */
export async function trustDevice(
  project: TestProject,
  person: Pick<SignedUp, 'user_id' | 'email' | 'password'>,
  headers: Record<string, string> = {},
) {
  const { attempt_code: code } = await refusedSignIn(project, person)
  return project.call('POST /auth/mfa/sign-in', {
    headers,
    body: { type: 'totp', totp: await nextTotp(project, person), code, trust_device: true },
  })
}

/** A code that works although the one of this half minute was used before. */
export async function nextTotp({ id, server }: TestProject, { user_id }: { user_id: string }): Promise<string> {
  const users = server.platform.db.updateTable('users').set({ last_totp_step: null })
  await users.where('project_id', '=', id).where('id', '=', user_id).execute()
  return currentTotp(server.platform.now().getTime())
}

/** Somebody with a second factor, and the token of a device that they trust. */
export async function personWithTrustedDevice(project: TestProject) {
  const person = await project.signUp()
  await setUpSecondFactor(project, person)
  const session = await trustDevice(project, person)
  return { person, session, token: session.trusted_device! }
}

export const sent = (...tokens: string[]) => ({ 'x-stack-trusted-device': tokens.join(' ') })

/** The first step of a sign-in on a device. */
export function signInOn(
  project: TestProject,
  { email, password }: Pick<SignedUp, 'email' | 'password'>,
  token: string,
) {
  return project.send('POST /auth/password/sign-in', { headers: sent(token), body: { email, password } })
}

export const asksForFactor = { status: 400, body: { code: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED' } }
