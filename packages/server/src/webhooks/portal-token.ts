import { errors, jwtVerify, SignJWT } from 'jose'
import type { Grant } from '../http/context.ts'
import type { Secrets } from '../platform/secrets.ts'

const lifetimeSeconds = 3600
const audience = 'webhook portal'

/**
 * Gives access to the webhooks of one project and nothing else. It contains the owner and their session, or the key, for
 * the audit log and because it ends with them.
 */
export async function signPortalToken(
  projectId: string,
  { owner, keySetId }: Grant,
  secrets: Secrets,
  now: Date,
): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000)
  const claims: PortalClaims = {
    project_id: projectId,
    owner_id: owner?.id ?? null,
    session_id: owner?.sessionId ?? null,
    key_set_id: keySetId,
  }
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetimeSeconds)
    .sign(keyOf(secrets))
}

/** Undefined unless it is a valid token of this project. */
export async function verifyPortalToken(
  token: string,
  projectId: string,
  secrets: Secrets,
  now: Date,
): Promise<Grant | undefined> {
  try {
    const { payload } = await jwtVerify<PortalClaims>(token, keyOf(secrets), {
      algorithms: ['HS256'],
      audience,
      requiredClaims: ['exp', 'iat'],
      currentDate: now,
    })
    if (payload.project_id !== projectId) return undefined
    const { owner_id, session_id, key_set_id } = payload
    // Tokens of an earlier version do not say which key made them.
    if (owner_id === null) return key_set_id === undefined ? undefined : { owner: null, keySetId: key_set_id }
    return session_id ? { owner: { id: owner_id, sessionId: session_id }, keySetId: null } : undefined
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

interface PortalClaims {
  project_id: string
  owner_id: string | null
  session_id: string | null
  key_set_id?: string | null
}

function keyOf(secrets: Secrets): Buffer {
  return secrets.deriveBytes('webhook portal tokens', 32)
}
