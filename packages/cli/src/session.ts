import { ClientApp, type CurrentUser } from '@latchkey/sdk'
import { type Credentials, findCredentials } from './credentials.ts'
import { exitCodes, explainOutage, Failure } from './failures.ts'
import { readSettings, type SettingOptions } from './settings.ts'
import { toPlainText } from './terminal.ts'

const maxResponseMillis = 10_000

/** The user of a stored session, or null if it has ended, and the name of the project. */
export async function openSession(credentials: Credentials): Promise<{ user: CurrentUser | null; project: string }> {
  const { apiUrl, projectId, publishableClientKey, refreshToken } = credentials
  const tokenStore = { refreshToken, accessToken: null }
  await assertReachable(apiUrl)
  const app = new ClientApp({ baseUrl: apiUrl, projectId, publishableClientKey, tokenStore, redirectMethod: 'none' })
  try {
    const [user, project] = await Promise.all([app.getUser(), app.getProject()])
    return { user, project: toPlainText(project.displayName) }
  } catch (error) {
    throw explainOutage(error, apiUrl)
  }
}

/** The SDK retries for a while, which suits apps; at a prompt, an error should appear right away. */
async function assertReachable(apiUrl: string): Promise<void> {
  try {
    await fetch(`${apiUrl}/api/v1`, { signal: AbortSignal.timeout(maxResponseMillis) })
  } catch (error) {
    throw explainOutage(error, apiUrl)
  }
}

export async function getCredentials(options: SettingOptions): Promise<Credentials> {
  const credentials = await findCredentials(readSettings(options))
  if (credentials) return credentials
  throw new Failure('You are not signed in. Run `latchkey login`.', exitCodes.notSignedIn)
}

export function describeUser({ displayName, primaryEmail, id }: CurrentUser): string {
  const name = displayName ? `${displayName} <${primaryEmail ?? id}>` : (primaryEmail ?? id)
  return toPlainText(name)
}
