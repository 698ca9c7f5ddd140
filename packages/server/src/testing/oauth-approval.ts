import { randomBytes } from 'node:crypto'
import { type Approval, saveGrant } from '../accounts/oauth-grants/save.ts'
import { type Context, RequestContext } from '../http/context.ts'
import { inTransaction } from '../platform/db/database.ts'
import { projectCache } from '../projects/cache.ts'
import type { TestProject } from './project.ts'
import { sessionIdOf } from './world.ts'

/** The context of a request from nowhere, for actions that no route of their own leads to. */
export async function contextOf({ id, server: { platform } }: TestProject): Promise<Context> {
  const project = (await projectCache(platform).find(id))!
  const caller = { headers: new Headers(), address: '203.0.113.9', isProxied: false, isOnThisMachine: false }
  const access = { project, access: 'client' as const, token: null, owner: null, keySetId: null }
  return new RequestContext(platform, 'request', caller, access) as Context
}

/** Approves an app as the user would, in this session. */
export async function approve(
  project: TestProject,
  user: { id: string; access_token: string },
  approval: Partial<Approval> & { scopes?: string[] } = {},
) {
  const { scopes = ['openid', 'email'], ...rest } = approval
  const ctx = await contextOf(project)
  return inTransaction(project.server.platform.db, (trx) =>
    saveGrant(trx, ctx, {
      userId: user.id,
      sessionId: sessionIdOf(user),
      clientId: 'https://notes.example.com/client.json',
      clientName: 'Field Notes',
      clientHost: 'notes.example.com',
      skipsConsent: false,
      teamId: null,
      expiresAt: null,
      newId: randomBytes(32).toString('base64url'),
      extend: (earlier) => ({ scopes: [...new Set([...(earlier?.scopes ?? []), ...scopes])], payload: {} }),
      ...rest,
    }),
  )
}
