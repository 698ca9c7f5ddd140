import { type AccessType, accessTypes, KnownError, type RouteDefinition } from '@latchkey/contract'
import type { VerifiedToken } from '../accounts/sessions/access-tokens.ts'
import { accessTokens } from '../accounts/sessions/access-tokens.ts'
import { findUnmetRequirement, isBeforeSecondFactor, secondFactorRequired } from '../accounts/users/second-factor.ts'
import type { Access, ActingOwner, ActiveGrant, Caller, RequestHeaders } from '../http/context.ts'
import { keyHeader } from '../http/key-headers.ts'
import { relayedForHeader } from '../http/relayed-caller.ts'
import { PlainError } from '../platform/http/plain-error.ts'
import { internalProjectId } from '../platform/internal-project.ts'
import type { Platform } from '../platform/platform.ts'
import { hashToken } from '../platform/secrets.ts'
import type { Project } from '../projects/cache.ts'
import { projectCache } from '../projects/cache.ts'
import { findActiveGrant } from '../projects/granted-access.ts'
import { keyUses } from '../projects/project-keys/uses.ts'
import { findProjectManager } from '../projects/queries.ts'
import { verifyPortalToken } from '../webhooks/portal-token.ts'

const mainBranchId = 'main'

type PolicyRoute = Pick<RouteDefinition, 'beforeSecondFactor'>

/** Headers → project, access level and user, in the contract's order of checks. Null if there is no access type. */
export async function authenticate(
  platform: Platform,
  caller: Caller,
  route: Pick<RouteDefinition, 'alsoOpenedBy' | 'user' | 'beforeSecondFactor'>,
): Promise<Access | null> {
  const { headers } = caller
  const given = headers.get('x-stack-access-type')
  if (!given) {
    if (credentialHeaders.some((name) => headers.get(name))) throw new KnownError('PROJECT_KEY_WITHOUT_ACCESS_TYPE')
    return null
  }
  const access = accessTypes.find((type) => type === given)
  if (!access) throw new KnownError('INVALID_ACCESS_TYPE', { accessType: given })
  const projectId = headers.get('x-stack-project-id')
  if (!projectId) throw new KnownError('ACCESS_TYPE_WITHOUT_PROJECT_ID', { request_type: access })

  // Existing clients also send the owner's session, which belongs to the internal project.
  const isOwnersCall = route.user === 'owner' && Boolean(headers.get('x-stack-admin-access-token'))
  const token = isOwnersCall ? null : await verifyAccessToken(platform, headers, projectId)
  const project = await projectCache(platform).find(projectId)
  if (!project) throw new KnownError('CURRENT_PROJECT_NOT_FOUND', { project_id: projectId })

  const portalToken = route.alsoOpenedBy === 'webhook-portal-token' ? findPortalToken(headers, access) : undefined
  const grant = portalToken
    ? await checkPortalToken(platform, portalToken, project)
    : await checkCredentials(platform, caller, { project, access, route })
  const branchId = headers.get('x-stack-branch-id') || mainBranchId
  if (branchId !== mainBranchId) throw new KnownError('BRANCH_DOES_NOT_EXIST', { branch_id: branchId })
  return { project, access, token, ...grant, isRelayed: checkRelay(platform, headers, access, project) }
}

/** An app's server may send the requests of browsers, whose refresh tokens it keeps to itself. */
function checkRelay(platform: Platform, headers: RequestHeaders, access: AccessType, project: Project): boolean {
  if (access !== 'client' || !headers.get(relayedForHeader)) return false
  const key = headers.get(keyHeader.server)
  if (!key) throw new KnownError('SERVER_AUTHENTICATION_REQUIRED')
  if (!project.hasValidKey('server', hashToken(key), platform.now())) {
    throw new KnownError('INVALID_SECRET_SERVER_KEY', { project_id: project.id })
  }
  return true
}

const credentialHeaders = [...Object.values(keyHeader), 'x-stack-admin-access-token']

async function verifyAccessToken(
  platform: Platform,
  headers: RequestHeaders,
  projectId: string,
): Promise<VerifiedToken | null> {
  const text = headers.get('x-stack-access-token')
  if (!text) return null
  const token = await accessTokens(platform).verify(text, platform.now().getTime())
  if ('failure' in token) {
    if (token.failure === 'unparsable') throw new KnownError('UNPARSABLE_ACCESS_TOKEN')
    throw new KnownError('ACCESS_TOKEN_EXPIRED', { expired_at_millis: token.expiredAtMillis })
  }
  if (token.project_id !== projectId) {
    throw new KnownError('INVALID_PROJECT_FOR_ACCESS_TOKEN', {
      expected_project_id: projectId,
      actual_project_id: token.project_id,
    })
  }
  if (token.is_anonymous && headers.get('x-stack-allow-anonymous-user') !== 'true') {
    throw new KnownError('ANONYMOUS_AUTHENTICATION_NOT_ALLOWED')
  }
  return token
}

/** The first credential present decides, even if it is wrong and another one is right. */
async function checkCredentials(
  platform: Platform,
  caller: Caller,
  { project, access, route }: { project: Project; access: AccessType; route: PolicyRoute },
): Promise<ActiveGrant> {
  const { headers } = caller
  const overrideKey = headers.get('x-stack-development-override-key')
  if (overrideKey) {
    await checkDevelopmentOverride(platform, overrideKey, caller)
    return { owner: null, keySetId: null }
  }
  const adminToken = headers.get('x-stack-admin-access-token')
  if (adminToken) return { owner: await checkAdminToken(platform, adminToken, project, route), keySetId: null }
  if (headers.get('x-stack-workflow-token')) {
    throw new KnownError(access === 'admin' ? 'ADMIN_AUTHENTICATION_REQUIRED' : 'WORKFLOW_TOKEN_DOES_NOT_EXIST')
  }
  const key = headers.get(keyHeader[access])
  if (!key) throw new KnownError(missingKey[access])
  const hash = hashToken(key)
  const now = platform.now()
  if (!project.hasValidKey(access, hash, now)) throw new KnownError(invalidKey[access], { project_id: project.id })
  const keySetId = project.findKeySetId(access, hash) ?? null
  if (keySetId) keyUses(platform).note(project.id, keySetId, now, headers.get('origin'))
  return { owner: null, keySetId }
}

const missingKey = {
  client: 'CLIENT_AUTHENTICATION_REQUIRED',
  server: 'SERVER_AUTHENTICATION_REQUIRED',
  admin: 'ADMIN_AUTHENTICATION_REQUIRED',
} as const

const invalidKey = {
  client: 'INVALID_PUBLISHABLE_CLIENT_KEY',
  server: 'INVALID_SECRET_SERVER_KEY',
  admin: 'INVALID_SUPER_SECRET_ADMIN_KEY',
} as const

/** In development, on this machine, the internal project's admin key gives access to every project. */
async function checkDevelopmentOverride(platform: Platform, key: string, caller: Caller): Promise<void> {
  const isAllowed = !platform.config.isProduction && caller.isOnThisMachine
  const internal = isAllowed ? await projectCache(platform).find(internalProjectId) : undefined
  if (!internal?.hasValidKey('admin', hashToken(key), platform.now())) {
    throw new PlainError(401, 'The development override key is not accepted.')
  }
}

/** Only used if neither a key nor an admin access token is sent. */
function findPortalToken(headers: RequestHeaders, access: AccessType): string | undefined {
  if (access !== 'admin' || headers.get('x-stack-development-override-key')) return undefined
  if (headers.get(keyHeader.admin) || headers.get('x-stack-admin-access-token')) return undefined
  return /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
}

async function checkPortalToken(platform: Platform, token: string, project: Project): Promise<ActiveGrant> {
  const opened = await verifyPortalToken(token, project.id, platform.secrets, platform.now())
  const grant = opened && (await findActiveGrant(platform, project, opened))
  if (!grant) throw new PlainError(401, 'The token for the webhook portal is no longer valid.')
  return grant
}

async function checkAdminToken(
  platform: Platform,
  text: string,
  project: Project,
  route: PolicyRoute,
): Promise<ActingOwner> {
  const token = await accessTokens(platform).verify(text, platform.now().getTime())
  if ('failure' in token) {
    if (token.failure === 'unparsable') throw new KnownError('UNPARSABLE_ADMIN_ACCESS_TOKEN')
    throw new KnownError('ADMIN_ACCESS_TOKEN_EXPIRED', { expired_at_millis: token.expiredAtMillis })
  }
  if (token.is_anonymous) throw new KnownError('UNPARSABLE_ADMIN_ACCESS_TOKEN')
  if (token.project_id !== internalProjectId) throw new KnownError('ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN')

  const owner = { id: token.sub, sessionId: token.refresh_token_id }
  // Checked for every request, so that signing out, leaving the team or another role takes effect on all nodes at once.
  const manager = { owner, ownerTeamId: project.owner_team_id, now: platform.now() }
  const user = await findProjectManager(platform.db, internalProjectId, manager)
  if (!user) throw new PlainError(401, 'The user of the admin access token no longer exists.')
  // The client then tries to refresh the token and finds out that it is signed out.
  if (!user.is_signed_in) {
    throw new KnownError('ADMIN_ACCESS_TOKEN_EXPIRED', { expired_at_millis: platform.now().getTime() })
  }
  if (!user.role) throw new KnownError('ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN')
  if (!isBeforeSecondFactor(route, undefined)) {
    const internal = await projectCache(platform).find(internalProjectId)
    const requirement = findUnmetRequirement(internal!, user, platform.now())
    if (requirement) throw secondFactorRequired(requirement)
  }
  return { ...owner, role: user.role }
}
