import { errors, jwtVerify, SignJWT } from 'jose'
import type { Owner } from '../http/context.ts'
import type { Secrets } from '../secrets.ts'

const lifetimeSeconds = 3600
const audience = 'webhook portal'

/**
 * Gives access to the webhooks of one project and nothing else. It contains the user, for the audit log, and the
 * session, with which it expires.
 */
export async function signPortalToken(
  projectId: string,
  owner: Owner | null,
  secrets: Secrets,
  now: Date,
): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000)
  return new SignJWT({ project_id: projectId, owner_id: owner?.id ?? null, session_id: owner?.sessionId ?? null })
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
): Promise<{ owner: Owner | null } | undefined> {
  try {
    const { payload } = await jwtVerify<PortalClaims>(token, keyOf(secrets), {
      algorithms: ['HS256'],
      audience,
      requiredClaims: ['exp', 'iat'],
      currentDate: now,
    })
    if (payload.project_id !== projectId) return undefined
    const { owner_id, session_id } = payload
    if (owner_id === null) return { owner: null }
    return session_id ? { owner: { id: owner_id, sessionId: session_id } } : undefined
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

interface PortalClaims {
  project_id: string
  owner_id: string | null
  session_id: string | null
}

function keyOf(secrets: Secrets): Buffer {
  return secrets.deriveBytes('webhook portal tokens', 32)
}
