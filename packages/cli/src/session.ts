import { ClientApp, type CurrentUser } from '@latchkey/sdk'
import { type Credentials, findCredentials } from './credentials.ts'
import { exitCodes, explainOutage, Failure } from './failures.ts'
import { readSettings, type SettingOptions } from './settings.ts'
import { toPlainText } from './terminal.ts'

const maxAnswerMillis = 10_000

/** The app of a stored session, and who it belongs to; null when the session has ended. */
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

/** The SDK keeps trying for a while, which is right for an app; whoever waits at a prompt is told at once. */
async function assertReachable(apiUrl: string): Promise<void> {
  try {
    await fetch(`${apiUrl}/api/v1`, { signal: AbortSignal.timeout(maxAnswerMillis) })
  } catch (error) {
    throw explainOutage(error, apiUrl)
  }
}

export async function getCredentials(options: SettingOptions): Promise<Credentials> {
  const credentials = await findCredentials(readSettings(options))
  if (credentials) return credentials
  throw new Failure('Nobody is signed in. Run `latchkey login`.', exitCodes.notSignedIn)
}

export function describeUser({ displayName, primaryEmail, id }: CurrentUser): string {
  const name = displayName ? `${displayName} <${primaryEmail ?? id}>` : (primaryEmail ?? id)
  return toPlainText(name)
}
