import { ClientApp, type CurrentUser } from '@latchkey/sdk'
import { type Credentials, findCredentials } from './credentials.ts'
import { exitCodes, explainOutage, Failure } from './failures.ts'
import { readSettings, type SettingOptions } from './settings.ts'
import { toPlainText } from './terminal.ts'

const maxResponseMillis = 10_000

/** The user of a stored session, or null if it has ended, and the name of the project. */
export async function openSession(credentials: Credentials): Promise<{ user: CurrentUser | null; project: string }> {
  const { apiUrl } = credentials
  await assertReachable(apiUrl)
  const app = openApp(credentials)
  try {
    const [user, project] = await Promise.all([app.getUser(), app.getProject()])
    return { user, project: toPlainText(project.displayName) }
  } catch (error) {
    throw explainOutage(error, apiUrl)
  }
}

/** The signed-in project owner. */
export async function getOwner(options: Pick<SettingOptions, 'apiUrl'>) {
  const { apiUrl } = readSettings(options)
  const credentials = await findCredentials({ ...(apiUrl && { apiUrl }), projectId: 'internal' })
  const signIn = 'Run `latchkey login --owner`.'
  if (!credentials) throw new Failure(`You are not signed in as a project owner. ${signIn}`, exitCodes.notSignedIn)
  await assertReachable(credentials.apiUrl)
  const owner = await openApp({ ...credentials, projectId: 'internal' }).getUser()
  if (!owner) throw new Failure(`Your session as a project owner has ended. ${signIn}`, exitCodes.notSignedIn)
  return { owner, apiUrl: credentials.apiUrl }
}

function openApp<const ProjectId extends string>(credentials: Credentials & { projectId: ProjectId }) {
  const { apiUrl, projectId, publishableClientKey, refreshToken } = credentials
  const tokenStore = { refreshToken, accessToken: null }
  return new ClientApp({ baseUrl: apiUrl, projectId, publishableClientKey, tokenStore, redirectMethod: 'none' })
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
