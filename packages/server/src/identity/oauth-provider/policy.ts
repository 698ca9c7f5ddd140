import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import { findOAuthClient } from '../oauth-clients/find-client.ts'
import { isExpectedUser } from './asked.ts'
import { providerRequest } from './provider-request.ts'
import { findDefaultScope } from './scopes.ts'

const { Check, Prompt, base } = interactionPolicy

/** When the page on which users approve access is shown. It also says to them whether they have to sign in. */
export function createPolicy() {
  const policy = base()
  const login = policy.get('login')!
  login.checks.add(new Check('scope', 'asks nothing', (ctx) => completeScope(ctx)), 0)
  login.checks.add(
    new Check('no_account', 'the account may not sign in', 'login_required', ({ oidc }) =>
      Boolean(oidc.session?.accountId && !oidc.account),
    ),
  )
  // The library reads the ID token when a request begins, and no more when it goes on.
  login.checks.remove('id_token_hint')
  login.checks.add(
    new Check('other_account', 'the client expects another user', 'login_required', ({ oidc }) =>
      Boolean(oidc.session?.accountId && !isExpectedUser(oidc.params ?? {}, oidc.session.accountId)),
    ),
  )
  const consent = new Prompt({ name: 'consent', requestable: true })
  consent.checks.add(
    new Check('consent_missing', 'requested scopes not granted', 'consent_required', (ctx) => isConsentMissing(ctx)),
  )
  policy.remove('consent')
  policy.add(new Prompt({ name: 'select_account', requestable: true }))
  policy.add(consent)
  return policy
}

/**
 * A request without scopes gets the default ones. And the library removes `offline_access` from requests without
 * `prompt=consent`, which clients for MCP do not send. Here, users see and approve it as any other scope.
 */
function completeScope({ oidc, query }: KoaContextWithOIDC): boolean {
  const { params, client } = oidc
  if (params && client && params.scope === undefined) {
    const { oauthProvider } = providerRequest().ctx.project.config
    params.scope = findDefaultScope(oauthProvider!, params.resource, client.scope?.split(' '))
  }
  if (oidc.route !== 'authorization' || !params || !client?.grantTypeAllowed('refresh_token')) return false
  const isAsked = String(query.scope ?? '')
    .split(' ')
    .includes('offline_access')
  const isAllowed = !client.scope || client.scope.split(' ').includes('offline_access')
  const scopes = String(params.scope ?? '')
    .split(' ')
    .filter(Boolean)
  if (isAsked && isAllowed && !scopes.includes('offline_access')) params.scope = [...scopes, 'offline_access'].join(' ')
  return false
}

/** Programs on a device, and clients that have introduced themselves, could be imitated by others: they always ask. */
async function isConsentMissing({ oidc }: KoaContextWithOIDC): Promise<boolean> {
  if (oidc.result?.consent) return false
  const { ctx } = providerRequest()
  const client = await findOAuthClient(ctx.platform, ctx.project, oidc.client!.clientId)
  const asksAlways = client?.metadata.application_type === 'native' && !client.skipsConsent
  if (!client?.isVerified || asksAlways) return true
  const grant = oidc.entities.Grant
  if (!grant) return true
  const granted = new Set(grant.getOIDCScope().split(' '))
  if ([...oidc.requestParamOIDCScopes].some((scope) => !granted.has(scope))) return true
  return Object.entries(oidc.resourceServers ?? {}).some(([uri, server]) => {
    const allowed = new Set(grant.getResourceScope(uri).split(' '))
    return [...oidc.requestParamScopes].some((scope) => server.scopes.has(scope) && !allowed.has(scope))
  })
}
