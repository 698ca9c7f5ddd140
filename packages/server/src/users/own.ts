import type { Context } from '../http/context.ts'
import { PlainError } from '../http/plain-error.ts'
import { assertOwnSession } from '../sessions/start.ts'
import type { UserRecord } from './queries.ts'

/** The signed-in user of a request with client access; undefined for servers, which may act for anybody. */
type ClientUser = Readonly<UserRecord> | undefined

/** Clients act for the signed-in user only. */
export function assertOwnUser(clientUser: ClientUser, userId: string | undefined, refusal: 400 | 403 = 403): void {
  if (clientUser && clientUser.id !== userId) throw new PlainError(refusal, 'Users can only do this for themselves.')
}

/** The same for changes of how someone signs in: the session must still be alive, and their own. */
export async function assertOwnAccount(ctx: Context, clientUser: ClientUser, userId: string): Promise<void> {
  assertOwnUser(clientUser, userId)
  if (clientUser) await assertOwnSession(ctx)
}
