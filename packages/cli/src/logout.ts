import { removeCredentials } from './credentials.ts'
import { Failure } from './failures.ts'
import { describeUser, getCredentials, openSession } from './session.ts'
import type { SettingOptions } from './settings.ts'
import { paint, print } from './terminal.ts'

export async function logout(options: SettingOptions): Promise<void> {
  const credentials = await getCredentials(options)
  // Removed here in any case, even if the server cannot be reached.
  await removeCredentials(credentials)
  const check = paint(process.stdout, 'green', '✓')
  try {
    const { user, project } = await openSession(credentials)
    await user?.signOut()
    print(user ? `${check} Signed ${describeUser(user)} out of ${project}.` : `${check} Signed out of ${project}.`)
  } catch (error) {
    throw new Failure(
      `Signed out here, but ${credentials.apiUrl} could not be notified. End the session in your account settings.`,
      undefined,
      error,
    )
  }
}
