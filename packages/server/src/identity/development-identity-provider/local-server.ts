import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration } from 'oidc-provider'
import { deriveKeys } from '../../accounts/sessions/signing-keys.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { answerInteraction } from './interaction.ts'
import { createMemory } from './memory.ts'
import { mountPath } from './mount-path.ts'
import { htmlHeaders, renderProblem, sendPage } from './page.ts'
import { Accounts } from './people.ts'
import { createSamlIdentityProvider } from './saml.ts'
import { findApp, rememberApp } from './way-back.ts'

export interface LocalServer {
  origin: string
  close(): Promise<void>
}

interface LocalServerOptions {
  issuer: string
  secrets: Secrets
  clients: { id: string; secret: string }[]
}

const hour = 3600
const sessionCookie = 'latchkey-development-session'

export async function openLocalServer(options: LocalServerOptions): Promise<LocalServer> {
  const accounts = new Accounts()
  const provider = new Provider(options.issuer, describeProvider(options, accounts))
  // Only our own server sends requests to this one.
  provider.proxy = true
  allowOurCallbacks(provider, options.issuer)
  const serveOpenId = provider.callback()
  const serveSaml = createSamlIdentityProvider(options)

  const server = createServer((request: IncomingMessage & { originalUrl?: string }, response: ServerResponse) => {
    request.originalUrl = request.url ?? ''
    request.url = request.originalUrl.slice(mountPath.length) || '/'
    forgetSession(request)
    const fail = () => {
      sendPage(response, 500, renderProblem('Something went wrong on our side.', findApp(request.headers.cookie)))
    }
    if (request.url.startsWith('/saml/')) return void serveSaml(request, response).catch(fail)
    const uid = /^\/interaction\/([\w-]+)$/.exec(request.url)?.[1]
    if (!uid) {
      rememberApp(request, response)
      return void serveOpenId(request, response)
    }
    answerInteraction(provider, accounts, request, response).catch(fail)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function describeProvider({ issuer, secrets, clients }: LocalServerOptions, accounts: Accounts): Configuration {
  const [key] = deriveKeys(secrets, 'development identity provider')
  return {
    adapter: createMemory(),
    clients: clients.map(({ id, secret }) => ({
      client_id: id,
      client_secret: secret,
      redirect_uris: [callbackPrefix(issuer) + id],
      grant_types: ['authorization_code', 'refresh_token'],
      id_token_signed_response_alg: 'ES256',
    })),
    jwks: { keys: [{ ...key.privateKey.export({ format: 'jwk' }), kid: key.kid, alg: 'ES256', use: 'sig' } as never] },
    cookies: {
      keys: [secrets.deriveBytes('development identity provider cookies', 32).toString('base64url')],
      names: {
        session: sessionCookie,
        interaction: 'latchkey-development-interaction',
        resume: 'latchkey-development-resume',
      },
    },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_ctx, id) => {
      const claims = accounts.findClaims(id)
      return claims && { accountId: id, claims: () => ({ sub: id, ...claims }) }
    },
    interactions: { url: (_ctx, { uid }) => `${mountPath}/interaction/${uid}` },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    renderError: (ctx, { error }) => {
      ctx.set(htmlHeaders)
      const sentence = problems[error] ?? `The request failed (${error}).`
      ctx.body = String(renderProblem(sentence, findApp(ctx.headers.cookie)))
    },
    ttl: {
      AccessToken: hour,
      AuthorizationCode: 60,
      Grant: hour,
      IdToken: hour,
      Interaction: hour,
      RefreshToken: 24 * hour,
      Session: hour,
    },
  }
}

const problems: Record<string, string> = {
  invalid_request: 'This sign-in has expired or was started elsewhere.',
  invalid_client: 'This client is unknown.',
  invalid_redirect_uri: 'This redirect URI does not belong to this server.',
}

/** The provider ID is part of the redirect URI, and projects choose it. */
function allowOurCallbacks(provider: Provider, issuer: string): void {
  provider.Client.prototype.redirectUriAllowed = (uri) => uri.startsWith(callbackPrefix(issuer)) && !/[?#]/.test(uri)
}

function callbackPrefix(issuer: string): string {
  return `${issuer.slice(0, -mountPath.length)}/api/v1/auth/oauth/callback/`
}

/** Always asks for the account, because this is for trying out different ones. */
function forgetSession({ headers }: IncomingMessage): void {
  const kept = headers.cookie?.split(/; */).filter((cookie) => !cookie.startsWith(sessionCookie))
  if (kept) headers.cookie = kept.join('; ')
}
