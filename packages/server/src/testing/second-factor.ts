import { totpAt } from '../identity/mfa/totp.ts'
import type { SignedUp, TestProject } from './project.ts'

export const totpSecret = Buffer.from('12345678901234567890')

export const currentTotp = (now = Date.now()) => totpAt(totpSecret, Math.floor(now / 30_000))

export async function setUpSecondFactor(project: TestProject, user: { access_token: string }): Promise<void> {
  const body = { totp_secret_base64: totpSecret.toString('base64') }
  await project.call('PATCH /users/me', { user, body })
}

/** Somebody who has set up a second factor and kept their recovery codes. */
export async function personWithRecoveryCodes(project: TestProject): Promise<{ person: SignedUp; codes: string[] }> {
  const person = await project.signUp()
  await setUpSecondFactor(project, person)
  return { person, codes: (await project.call('POST /auth/recovery-codes', { user: person })).codes }
}

export interface SecondFactorRefusal {
  attempt_code: string
  methods: string[]
}

/** What a sign-in with the password is told. */
export async function refusedSignIn(
  project: TestProject,
  { email, password }: Pick<SignedUp, 'email' | 'password'>,
): Promise<SecondFactorRefusal> {
  const { body } = await project.send('POST /auth/password/sign-in', { body: { email, password } })
  return (body as { details: SecondFactorRefusal }).details
}

/** Both steps of a sign-in. */
export async function signInWithRecoveryCode(project: TestProject, person: SignedUp, recovery_code: string) {
  const { attempt_code: code } = await refusedSignIn(project, person)
  return project.call('POST /auth/mfa/sign-in', { body: { type: 'recovery_code', recovery_code, code } })
}
