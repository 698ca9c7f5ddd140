import { errors, jwtVerify, SignJWT } from 'jose'
import type { Secrets } from '../secrets.ts'

const lifetimeSeconds = 3600
const audience = 'webhook portal'

/** Opens the webhooks of one project and nothing else. It tells for whom it was made, so that the trail can. */
export async function signPortalToken(
  projectId: string,
  ownerId: string | null,
  secrets: Secrets,
  now: Date,
): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000)
  return new SignJWT({ project_id: projectId, owner_id: ownerId })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetimeSeconds)
    .sign(keyOf(secrets))
}

/** Undefined unless it is a living token of this project. */
export async function verifyPortalToken(
  token: string,
  projectId: string,
  secrets: Secrets,
  now: Date,
): Promise<{ ownerId: string | null } | undefined> {
  try {
    const { payload } = await jwtVerify<{ project_id: string; owner_id: string | null }>(token, keyOf(secrets), {
      algorithms: ['HS256'],
      audience,
      requiredClaims: ['exp', 'iat'],
      currentDate: now,
    })
    return payload.project_id === projectId ? { ownerId: payload.owner_id } : undefined
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

function keyOf(secrets: Secrets): Buffer {
  return secrets.deriveBytes('webhook portal tokens', 32)
}
