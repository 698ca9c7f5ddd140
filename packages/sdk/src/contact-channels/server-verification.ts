import type { Owner } from '../core/actors.ts'
import { findError } from '../errors/expected-errors.ts'
import { loadContactChannels } from './contact-channels.ts'

/** The route for the primary email needs the user's session; a server names the address instead. */
export async function sendVerificationEmail(owner: Owner, { callbackUrl }: { callbackUrl?: string | undefined } = {}) {
  const { core, as, userId } = owner
  const callback_url = core.redirects.getCallbackUrl('emailVerification', callbackUrl, 'callbackUrl')
  const { items } = await loadContactChannels(owner)
  const primary = items.find((channel) => channel.is_primary)
  if (!primary) throw new Error('The user has no primary email to verify.')
  const params = { user_id: userId, id: primary.id }
  const request = { ...as, params, body: { callback_url } }
  return findError(
    ['EMAIL_ALREADY_VERIFIED'],
    core.call('POST /contact-channels/{user_id}/{id}/send-verification-code', request),
  )
}
