import { appInternalsSymbol } from '../core/extensions.ts'
import { getBaseUrl } from '../environment/environment.ts'
import type { ClientApp, ClientAppJson } from './client-app.ts'
import { registerApp } from './client-app-base.ts'

/**
 * The public options of an app, with which `fromClientJson` creates it in a browser. Separate from the app, because only
 * servers need it.
 * @internal
 */
export function toClientJson(app: ClientApp): ClientAppJson {
  const { core } = app[appInternalsSymbol]
  const { options, projectId, transport, extraRequestHeaders } = core
  const { redirectMethod, tokenStore, urls = {}, oauthScopesOnSignIn = {} } = options
  const { network, noAutomaticPrefetch, cookieDomain, bindSessions, httpOnlySessions } = options
  if (typeof redirectMethod === 'object' || (tokenStore && typeof tokenStore === 'object'))
    throw new Error('An app with a `redirectMethod` object or its own tokens cannot be serialised.')
  const json: ClientAppJson = {
    baseUrl: getBaseUrl(options.baseUrl, true),
    projectId,
    publishableClientKey: transport.publishableClientKey,
    tokenStore,
    urls,
    oauthScopesOnSignIn,
    uniqueIdentifier: core.identifier ?? '',
    redirectMethod,
    extraRequestHeaders,
    network,
    noAutomaticPrefetch,
    cookieDomain,
    bindSessions,
    // Only a server with the secret key can keep sessions, and only its own.
    ...(core.access === 'server' && httpOnlySessions && !cookieDomain && { httpOnlySessions }),
  }
  // Not random: all servers of an app must use the same identifier, and Next.js forbids random values while
  // prerendering.
  if (!core.identifier) {
    json.uniqueIdentifier = JSON.stringify(json)
    registerApp(app as never, core, json.uniqueIdentifier, JSON.stringify(json))
  }
  return json
}
