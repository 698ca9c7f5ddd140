import { KnownError, type oauthInteractionRoutes } from '@latchkey/contract'
import type { Handlers } from '../../api/handler.ts'
import { toApproval } from './approve.ts'
import { getInteraction } from './asked.ts'
import { assertAuthenticated } from './authentication.ts'
import { describeRequest } from './describe.ts'
import { approveDevice, denyDevice, describeDevice, getDevice } from './device.ts'
import { createTicket } from './ticket.ts'

export const oauthInteractionHandlers: Handlers<typeof oauthInteractionRoutes> = {
  'GET /oauth-provider/interactions/{interaction_id}': async ({ ctx, params }) =>
    describeRequest(ctx, await getInteraction(ctx, params.interaction_id)),

  'POST /oauth-provider/interactions/{interaction_id}/approve': async ({ ctx, user, params, body }) => {
    if (user.is_anonymous) throw new KnownError('USER_AUTHENTICATION_REQUIRED')
    const uid = params.interaction_id
    const pending = await getInteraction(ctx, uid)
    const { login, sessionId } = await assertAuthenticated(ctx, user, pending)
    const approval = await toApproval(ctx, user, pending, body)
    return { redirect_url: await createTicket(ctx, { uid, result: { approval, login } }, sessionId) }
  },

  'POST /oauth-provider/interactions/{interaction_id}/deny': async ({ ctx, params }) => {
    const uid = params.interaction_id
    await getInteraction(ctx, uid)
    const result = { error: 'access_denied', error_description: 'The user has refused.' }
    return { redirect_url: await createTicket(ctx, { uid, result }, null) }
  },

  'POST /oauth-provider/device/find': async ({ ctx, body }) =>
    describeDevice(ctx, await getDevice(ctx, body.user_code)),

  'POST /oauth-provider/device/approve': async ({ ctx, user, body }) => {
    if (user.is_anonymous) throw new KnownError('USER_AUTHENTICATION_REQUIRED')
    await approveDevice(ctx, user, await getDevice(ctx, body.user_code), body)
    return { success: true as const }
  },

  'POST /oauth-provider/device/deny': async ({ ctx, user, body }) => {
    await denyDevice(ctx, user, await getDevice(ctx, body.user_code))
    return { success: true as const }
  },
}
