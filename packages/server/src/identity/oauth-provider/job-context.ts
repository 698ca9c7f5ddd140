import { randomUUID } from 'node:crypto'
import { type Context, RequestContext } from '../../http/context.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Project } from '../../projects/cache.ts'

/** For what the server does by itself. */
export function createJobContext(platform: Platform, project: Project): Context {
  const access = { project, access: 'client' as const, token: null, owner: null, keySetId: null }
  return new RequestContext(platform, randomUUID(), nobody, access) as Context
}

const nobody = { headers: new Headers(), address: undefined, isProxied: false, isOnThisMachine: false }
