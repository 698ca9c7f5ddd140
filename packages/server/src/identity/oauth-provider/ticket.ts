import type { Context } from '../../http/context.ts'
import { randomCode } from '../../platform/random-code.ts'
import { hashToken } from '../../platform/secrets.ts'
import type { Approved } from './approvals.ts'
import { issuerOf } from './issuer.ts'
import { upsertRecord } from './record-queries.ts'

/** As the protocol's library wants it. */
export interface Login {
  accountId: string
  ts: number
  acr: string
  amr?: string[]
}

/** What the user has answered to a request. */
export interface Ticket {
  /** Of the request. */
  uid: string
  result: { error: string; error_description: string } | { approval: Approved; login: Login }
}

const ticketMillis = 60_000

/** Where the browser goes with the answer, once. */
export async function createTicket(ctx: Context, ticket: Ticket, sessionId: string | null): Promise<string> {
  const { platform, project } = ctx
  const code = randomCode()
  await upsertRecord(platform.db, project.id, {
    kind: 'Ticket',
    idHash: hashToken(code),
    payload: ticket,
    grantId: null,
    // Its row would be locked before that of the user, and deleting the user locks them the other way round.
    userId: null,
    sessionId,
    uidHash: null,
    userCodeHash: null,
    expiresAt: new Date(ctx.now().getTime() + ticketMillis),
  })
  return `${issuerOf(platform.config, project.id)}/authorize/${ticket.uid}?ticket=${code}`
}
