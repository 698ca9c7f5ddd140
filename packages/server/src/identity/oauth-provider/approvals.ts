import { randomUUID } from 'node:crypto'
import { saveGrant } from '../../accounts/oauth-grants/save.ts'
import type { Context } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { requestNotFound } from './asked.ts'
import { type GrantedScopes, holdClient } from './grant-queries.ts'

/** What a user has answered to a client. */
export interface Approved {
  userId: string
  clientId: string
  clientName: string
  clientHost: string | null
  skipsConsent: boolean
  teamId: string | null
  /** What the user does not approve of this is no longer granted, if it was before. */
  asked: GrantedScopes
  approved: GrantedScopes
}

/** Throws if the user may no longer approve anything, such as after signing out, or if the client was deleted. */
export async function saveApproval(
  trx: Db,
  ctx: Context,
  answer: Approved,
  sessionId: string,
): Promise<{ id: string }> {
  const { asked, approved, ...approval } = answer
  const isRegistered = !answer.clientId.includes('://')
  if (isRegistered && !(await holdClient(trx, ctx.project.id, answer.clientId))) throw requestNotFound()
  return saveGrant(trx, ctx, {
    ...approval,
    sessionId,
    expiresAt: null,
    newId: randomUUID(),
    extend: (earlier) => {
      const payload = extend(earlier?.payload as GrantedScopes | undefined, asked, approved)
      return { scopes: listScopes(payload), payload }
    },
  })
}

function listScopes({ openid, resources }: GrantedScopes): string[] {
  return [...new Set([...openid, ...Object.values(resources).flat()])].sort()
}

function extend(earlier: GrantedScopes | undefined, asked: GrantedScopes, approved: GrantedScopes): GrantedScopes {
  const replace = (before: string[] = [], askedNow: string[] = [], approvedNow: string[] = []) => [
    ...new Set([...before.filter((scope) => !askedNow.includes(scope)), ...approvedNow]),
  ]
  const uris = new Set([...Object.keys(earlier?.resources ?? {}), ...Object.keys(approved.resources)])
  const resources = [...uris].map((uri): [string, string[]] => [
    uri,
    replace(earlier?.resources[uri], asked.resources[uri], approved.resources[uri]),
  ])
  return {
    openid: replace(earlier?.openid, asked.openid, approved.openid),
    resources: Object.fromEntries(resources.filter(([, scopes]) => scopes.length > 0)),
  }
}
