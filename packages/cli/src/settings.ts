import { findSettings } from '@latchkey/sdk/environment'
import { exitCodes, explainOutage, Failure } from './failures.ts'

/** The options of the command line. */
export interface SettingOptions {
  apiUrl?: string
  /** As a project owner, on the server's own pages. */
  owner?: boolean
  projectId?: string
  publishableClientKey?: string
  appUrl?: string
}

/** The project, its server, and the app in which logins are confirmed. */
export interface Settings {
  apiUrl: string
  projectId: string
  publishableClientKey: string
  appUrl: string
}

export const localApiUrl = 'http://localhost:8102'

/** The settings from options and environment. URLs are checked and normalised without a trailing slash. */
export function readSettings(options: SettingOptions): SettingOptions {
  // The SDK's variables, so that an app and its command line can share one environment.
  const variables = { ...findSettings(), appUrl: process.env.LATCHKEY_APP_URL }
  const found = (Object.keys(variables) as (keyof Settings)[]).flatMap((name) => {
    const value = options[name] || variables[name]
    if (!value) return []
    return [[name, name.endsWith('Url') ? toAddress(value) : value]]
  })
  return Object.fromEntries(found)
}

/** Everything a login needs. Without a project, uses the demo project, which every development server has. */
export async function getSettings(options: SettingOptions): Promise<Settings> {
  const { apiUrl = localApiUrl, ...given } = readSettings(options)
  if (options.owner) return { ...(await findPlace(apiUrl, '/dashboard')), apiUrl, appUrl: apiUrl }
  const { projectId, publishableClientKey } = given
  if (!projectId && !publishableClientKey) return { ...(await findPlace(apiUrl, '/demo')), ...given, apiUrl }
  if (!projectId) throw missing('--project-id', 'LATCHKEY_PROJECT_ID')
  if (!publishableClientKey) throw missing('--publishable-client-key', 'LATCHKEY_PUBLISHABLE_CLIENT_KEY')
  const { appUrl } = given
  if (!appUrl) throw missing('--app-url', 'LATCHKEY_APP_URL', ', the URL of your app, in which you confirm the login')
  return { apiUrl, projectId, publishableClientKey, appUrl }
}

/** The project of an app that the server itself serves. */
async function findPlace(apiUrl: string, path: '/demo' | '/dashboard'): Promise<Omit<Settings, 'apiUrl'>> {
  let found: Partial<Settings> = {}
  try {
    const response = await fetch(`${apiUrl}${path}/config.json`)
    const isFound = response.ok && response.headers.get('content-type')?.includes('json')
    if (isFound) found = (await response.json()) as Partial<Settings>
  } catch (error) {
    throw explainOutage(error, apiUrl)
  }
  const { projectId, publishableClientKey } = found
  if (projectId && publishableClientKey) return { projectId, publishableClientKey, appUrl: `${apiUrl}${path}` }
  if (path === '/dashboard') throw new Failure(`The server at ${apiUrl} has no dashboard.`)
  throw missing('--project-id', 'LATCHKEY_PROJECT_ID', `: the server at ${apiUrl} has no demo project`)
}

function toAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new Failure(`${text} is not a valid URL. It should look like https://example.com.`, exitCodes.wrongUsage)
  }
  return url.href.replace(/\/+$/, '')
}

function missing(option: string, variable: string, reason = ''): Failure {
  return new Failure(`Pass ${option} or set ${variable}${reason}.`, exitCodes.wrongUsage)
}
