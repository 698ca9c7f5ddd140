import { getBaseUrl } from '../environment/environment.ts'
import type { AccessToken } from '../session/access-token.ts'
import { AccessTokenVerifier } from '../session/access-token-verifier.ts'
import type { UserSession } from '../session/session.ts'
import type { TokenPartialUser } from '../users/users.ts'
import type { AppCore } from './app-core.ts'
import { toPartialUser } from './current-users.ts'

// A separate module, because browsers do not need it: they requested their tokens themselves.

const verifiers = new WeakMap<AppCore, AccessTokenVerifier>()

/** The user in the access token of a session, if the project has issued it. */
export async function findVerifiedUser(core: AppCore, session: UserSession): Promise<TokenPartialUser | null> {
  const token = await findVerifiedToken(core, session)
  return token && toPartialUser(token)
}

/**
 * The access token of a session, if the project has issued it. Makes no request while the token is valid, except to
 * update the keys. Throws if it needs the server and cannot reach it.
 */
export async function findVerifiedToken(core: AppCore, session: UserSession): Promise<AccessToken | null> {
  const verifier = verifiers.get(core) ?? createVerifier(core)
  verifiers.set(core, verifier)
  const { accessToken, refreshToken } = await session.getTokens(0)
  if (!accessToken) return null
  let token = await verifier.verify(accessToken)
  if (!token && refreshToken) {
    // As when the server rejects a token: the refresh token decides.
    session.dropAccessToken(accessToken)
    const { accessToken: fresh } = await session.getTokens(0)
    token = fresh === null ? null : await verifier.verify(fresh)
  }
  return token
}

function createVerifier(core: AppCore): AccessTokenVerifier {
  return new AccessTokenVerifier({
    projectId: core.projectId,
    urls: [...new Set([true, false].flatMap((browser) => findBaseUrl(core, browser)))],
    fetchKeys: async (includeAnonymous) => {
      const { keys } = await core.call('GET /projects/{project_id}/.well-known/jwks.json', {
        params: { project_id: core.projectId },
        query: { include_anonymous: includeAnonymous ? 'true' : undefined },
      })
      return keys
    },
    now: () => core.time.now(),
  })
}

/** A server may only have the URL that it uses itself. */
function findBaseUrl(core: AppCore, browser: boolean): string[] {
  try {
    return [getBaseUrl(core.options.baseUrl, browser)]
  } catch {
    return []
  }
}
