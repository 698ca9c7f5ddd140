import { describeRedirectProblem, type OAuthClientType } from '@latchkey/contract/redirect-uris'
import { linesOf } from './provider.ts'

export const typeNames: Record<OAuthClientType, string> = {
  web: 'Website with a server',
  single_page: 'Single-page app',
  native: 'Desktop, mobile or command line',
  machine: 'Service',
}

export const typeHints: Record<OAuthClientType, string> = {
  web: 'Its server keeps a secret.',
  single_page: 'Runs in the browser, where nothing stays secret.',
  native: 'Runs on a device of the user. It can also show a code to enter elsewhere.',
  machine: 'Acts for itself, without a user.',
}

/** What is wrong with redirect URIs, one per line. */
export function findUriProblem(
  text: string,
  { type, allowsLocalhost, isNeeded }: { type: OAuthClientType; allowsLocalhost: boolean; isNeeded: boolean },
): string | undefined {
  const uris = linesOf(text)
  if (uris.length === 0) return isNeeded ? 'Enter at least one.' : undefined
  if (uris.length > 50) return 'Enter at most 50.'
  for (const uri of uris) {
    const problem = describeRedirectProblem(uri, { type, allowsLocalhost })
    if (problem) return `${uri.length > 60 ? `${uri.slice(0, 60)}…` : uri} ${problem}.`
  }
  return undefined
}

export const needsRedirect = (type: OAuthClientType) => type === 'web' || type === 'single_page'
