import type { Routes } from '@latchkey/contract'
import type { Actor } from '../core/actors.ts'
import { loadWholeList } from '../transport/lists.ts'

/**
 * A pending invitation.
 * @example
 * for (const invitation of await team.listInvitations()) {
 *   console.log(invitation.id, invitation.recipientEmail, invitation.expiresAt)
 * }
 */
export interface TeamInvitation {
  /** The id of the invitation. */
  readonly id: string
  /** The invited email address. */
  readonly recipientEmail: string
  /** When it expires. */
  readonly expiresAt: Date
  /**
   * Revokes the invitation.
   * @example await invitation.revoke()
   */
  revoke(): Promise<void>
}

export async function inviteUser(
  { core, as, cache }: Actor,
  team_id: string,
  { email, callbackUrl }: { email: string; callbackUrl?: string | undefined },
) {
  const callback_url = core.redirects.getCallbackUrl('teamInvitation', callbackUrl, 'callbackUrl')
  await core.call('POST /team-invitations/send-code', { ...as, body: { email, team_id, callback_url } })
  await cache.refresh(`team-invitations/${team_id}`)
}

type InvitationJson = Routes['GET /team-invitations']['response']['client']['items'][number]

export async function loadInvitations({ core, as, cache }: Actor, team_id: string) {
  const query = { team_id }
  const items = await loadWholeList((cursor) =>
    core.call('GET /team-invitations', { ...as, query: { team_id, cursor } }),
  )
  const create = ({ id, recipient_email, expires_at_millis }: InvitationJson) =>
    Object.freeze<TeamInvitation>({
      id,
      recipientEmail: recipient_email,
      expiresAt: new Date(expires_at_millis),
      async revoke() {
        await core.call('DELETE /team-invitations/{id}', { ...as, params: { id }, query })
        await cache.refresh(`team-invitations/${team_id}`)
      },
    })
  return { items, create }
}
