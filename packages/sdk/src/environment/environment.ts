declare const process: { env: Record<string, string | undefined> }
type Meta = { env: Record<string, string | undefined> & { PROD: unknown } }

export const isBrowser = (): boolean => typeof window !== 'undefined' && !!globalThis.document?.createElement

/** The URL of the API: one for both sides, or one each for browsers and servers. */
export type BaseUrl = string | { browser: string; server: string }

/*
 * Bundlers replace whole expressions such as `process.env.NAME`, so every name is spelled out, and each one is read
 * by its own function, because without a bundler `process` or `import.meta.env` may not exist at all.
 */
export type Read = () => unknown

export const projectIdNames: Read[] = [
  () => process.env.NEXT_PUBLIC_LATCHKEY_PROJECT_ID,
  () => (import.meta as never as Meta).env.VITE_LATCHKEY_PROJECT_ID,
  () => process.env.LATCHKEY_PROJECT_ID,
  () => process.env.NEXT_PUBLIC_STACK_PROJECT_ID,
  () => process.env.STACK_PROJECT_ID,
]

export const publishableClientKeyNames: Read[] = [
  () => process.env.NEXT_PUBLIC_LATCHKEY_PUBLISHABLE_CLIENT_KEY,
  () => (import.meta as never as Meta).env.VITE_LATCHKEY_PUBLISHABLE_CLIENT_KEY,
  () => process.env.LATCHKEY_PUBLISHABLE_CLIENT_KEY,
  () => process.env.NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY,
  () => process.env.STACK_PUBLISHABLE_CLIENT_KEY,
]

const extraRequestHeadersNames: Read[] = [
  () => process.env.NEXT_PUBLIC_LATCHKEY_EXTRA_REQUEST_HEADERS,
  () => (import.meta as never as Meta).env.VITE_LATCHKEY_EXTRA_REQUEST_HEADERS,
  () => process.env.LATCHKEY_EXTRA_REQUEST_HEADERS,
  () => process.env.NEXT_PUBLIC_STACK_EXTRA_REQUEST_HEADERS,
  () => process.env.STACK_EXTRA_REQUEST_HEADERS,
]

const browserUrlNames: Read[] = [
  () => process.env.NEXT_PUBLIC_LATCHKEY_API_URL_BROWSER,
  () => (import.meta as never as Meta).env.VITE_LATCHKEY_API_URL_BROWSER,
  () => process.env.LATCHKEY_API_URL_BROWSER,
  () => process.env.NEXT_PUBLIC_BROWSER_STACK_API_URL,
  () => process.env.NEXT_PUBLIC_STACK_API_URL_BROWSER,
  () => process.env.STACK_API_URL_BROWSER,
]

const serverUrlNames: Read[] = [
  () => process.env.NEXT_PUBLIC_LATCHKEY_API_URL_SERVER,
  () => (import.meta as never as Meta).env.VITE_LATCHKEY_API_URL_SERVER,
  () => process.env.LATCHKEY_API_URL_SERVER,
  () => process.env.NEXT_PUBLIC_SERVER_STACK_API_URL,
  () => process.env.NEXT_PUBLIC_STACK_API_URL_SERVER,
  () => process.env.STACK_API_URL_SERVER,
]

const sharedUrlNames: Read[] = [
  () => process.env.NEXT_PUBLIC_LATCHKEY_API_URL,
  () => (import.meta as never as Meta).env.VITE_LATCHKEY_API_URL,
  () => process.env.LATCHKEY_API_URL,
  () => process.env.NEXT_PUBLIC_STACK_API_URL,
  () => process.env.STACK_API_URL,
  () => process.env.NEXT_PUBLIC_STACK_URL,
]

/** The first variable that is set and not empty. */
function findVariable(...lists: Read[][]): string | undefined {
  for (const read of lists.flat()) {
    try {
      const value = read()
      if (value) return value as string
    } catch {}
  }
}

/** A required setting, from the options or the environment. The error says where to set it. */
export function getSetting(option: string, given: string | undefined, variable: string, names: Read[]): string {
  const value = given || findVariable(names)
  if (value) return value
  throw missing(option, variable, !/SECRET/.test(variable))
}

/** The settings in the environment of this process, for programs such as the command line. */
export function findSettings() {
  return {
    apiUrl: findVariable(serverUrlNames, sharedUrlNames),
    projectId: findVariable(projectIdNames),
    publishableClientKey: findVariable(publishableClientKeyNames),
  }
}

export function findExtraRequestHeaders(): Record<string, string> {
  const text = findVariable(extraRequestHeadersNames) ?? '{}'
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`LATCHKEY_EXTRA_REQUEST_HEADERS must be a JSON object of strings, not ${text}`)
  }
}

/** The URL of the API for this runtime, or for browsers if `browser` is set. */
export function getBaseUrl(given: BaseUrl | undefined, browser: boolean): string {
  const url =
    (typeof given === 'object' ? given[browser ? 'browser' : 'server'] : given) ||
    findVariable(browser ? browserUrlNames : serverUrlNames, sharedUrlNames)
  if (url) return url.replace(/\/$/, '')
  if (findVariable([isProduction, isViteProduction])) throw missing('baseUrl', 'API_URL', true)
  return 'http://localhost:8102'
}

const isProduction: Read = () => process.env.NODE_ENV === 'production'
const isViteProduction: Read = () => (import.meta as never as Meta).env.PROD

function missing(option: string, variable: string, isPublic: boolean): Error {
  const name = `LATCHKEY_${variable}`
  return new Error(
    `Latchkey is missing ${option}. Pass \`${option}\` to the constructor or set the environment variable ${name}${
      isPublic ? ` (NEXT_PUBLIC_${name} in Next.js, VITE_${name} in Vite)` : ''
    }.`,
  )
}
