import { removeCredentials } from './credentials.ts'
import { exitCodes, Failure } from './failures.ts'
import { describeUser, getCredentials, openSession } from './session.ts'
import type { SettingOptions } from './settings.ts'
import { paint, print } from './terminal.ts'

export interface WhoamiOptions extends SettingOptions {
  json?: boolean
}

export async function whoami({ json, ...options }: WhoamiOptions): Promise<void> {
  const credentials = await getCredentials(options)
  const { apiUrl, projectId } = credentials
  const { user, project } = await openSession(credentials)
  if (!user) {
    await removeCredentials(credentials)
    throw new Failure(`Your session in ${project} has ended. Run \`latchkey login\`.`, exitCodes.notSignedIn)
  }
  if (json) {
    const { id, displayName, primaryEmail } = user
    print(JSON.stringify({ id, displayName, primaryEmail, projectId, apiUrl }, null, 2))
    return
  }
  print(paint(process.stdout, 'bold', describeUser(user)))
  print(paint(process.stdout, 'dim', `${project} at ${apiUrl}`))
}
