import { assertOwnSession } from '../../accounts/sessions/start.ts'
import type { UserRecord } from '../../accounts/users/queries.ts'
import type { Context } from '../../http/context.ts'
import { PlainError } from '../../platform/http/plain-error.ts'

/** The signed-in user of a request with client access; undefined for servers, which may act for any user. */
type ClientUser = Readonly<UserRecord> | undefined

/** Clients act only for the signed-in user. */
export function assertOwnUser(clientUser: ClientUser, userId: string | undefined, refusal: 400 | 403 = 403): void {
  if (clientUser && clientUser.id !== userId) throw new PlainError(refusal, 'Users can only do this for themselves.')
}

/** The same for changes of sign-in methods: the session must be live and the user's own. */
export async function assertOwnAccount(ctx: Context, clientUser: ClientUser, userId: string): Promise<void> {
  assertOwnUser(clientUser, userId)
  if (clientUser) await assertOwnSession(ctx)
}
