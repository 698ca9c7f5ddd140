import { type contactChannelRoutes, type HandlerOutput, KnownError } from '@latchkey/contract'
import { type ChannelRow, findChannel, listChannels } from '../../accounts/contact-channels/queries.ts'
import { sendVerificationEmail } from '../../accounts/contact-channels/verification.ts'
import { findUserRecord } from '../../accounts/users/queries.ts'
import { checkCode, spendCode } from '../../accounts/verification-codes/use.ts'
import type { Handlers } from '../../api/handler.ts'
import { showLinkPage } from '../../emails/languages/page-language.ts'
import type { Context } from '../../http/context.ts'
import { toListBody } from '../../platform/db/bounded-list.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import type { CountLimits } from '../../platform/limits/of-request.ts'
import { assertTrustedUrl } from '../../projects/untrusted-redirect.ts'
import { assertOwnAccount, assertOwnUser } from '../users/own.ts'
import { changeChannel, createChannel, removeChannel } from './change.ts'
import { describeClaim, notMeTexts, rejectAddress, rejectFromPage, showNotMePage } from './not-me.ts'
import { verifyAddress } from './verify.ts'

export const contactChannelHandlers: Handlers<typeof contactChannelRoutes> = {
  'GET /contact-channels': async ({ ctx, clientUser, query }) => {
    assertOwnUser(clientUser, query.user_id)
    const { cursor } = query
    const filter = { userId: query.user_id, channelId: query.contact_channel_id, cursor }
    const { rows, nextCursor } = await listChannels(ctx.db, ctx.project.id, filter)
    return toListBody(rows.map(toChannelBody), nextCursor, cursor)
  },

  'POST /contact-channels': async ({ ctx, clientUser, body }) => {
    await assertOwnAccount(ctx, clientUser, body.user_id)
    return toChannelBody(await createChannel(ctx, body))
  },

  'GET /contact-channels/{user_id}/{id}': async ({ ctx, clientUser, params }) => {
    assertOwnUser(clientUser, params.user_id)
    return toChannelBody(await getChannel(ctx, params.user_id, params.id))
  },

  'PATCH /contact-channels/{user_id}/{id}': async ({ ctx, clientUser, params, body }) => {
    await assertOwnAccount(ctx, clientUser, params.user_id)
    return toChannelBody(await changeChannel(ctx, params.user_id, params.id, body))
  },

  'DELETE /contact-channels/{user_id}/{id}': async ({ ctx, clientUser, params }) => {
    await assertOwnAccount(ctx, clientUser, params.user_id)
    await removeChannel(ctx, params.user_id, params.id)
    return { success: true }
  },

  'POST /contact-channels/{user_id}/{id}/send-verification-code': async ({
    ctx,
    clientUser,
    params,
    body,
    countLimits,
  }) => {
    assertOwnUser(clientUser, params.user_id, 400)
    const user = await findUserRecord(ctx.db, ctx.project.id, params.user_id)
    if (!user) throw new KnownError('USER_ID_DOES_NOT_EXIST', { user_id: params.user_id })
    const channel = await getChannel(ctx, user.id, params.id)
    if (channel.is_verified) throw new KnownError('EMAIL_ALREADY_VERIFIED')
    const email = channel.value
    await sendCode(ctx, countLimits, { userId: user.id, email, callbackUrl: body.callback_url })
    return { success: true }
  },

  'POST /contact-channels/send-verification-code': async ({ ctx, user, body, countLimits }) => {
    if (user.primary_email !== body.email) {
      throw new KnownError('EMAIL_IS_NOT_PRIMARY_EMAIL', { email: body.email, primary_email: user.primary_email })
    }
    if (user.primary_email_verified) throw new KnownError('EMAIL_ALREADY_VERIFIED')
    await sendCode(ctx, countLimits, { userId: user.id, email: body.email, callbackUrl: body.callback_url })
    return { success: true }
  },

  'POST /contact-channels/verify': ({ ctx, body }) => verifyAddress(ctx, body),

  'POST /contact-channels/verify/details': async ({ ctx, body }) => {
    const { userId, data } = await checkCode(ctx, 'email-verification', body.code)
    return describeClaim(ctx, userId!, data.email)
  },

  'POST /contact-channels/verify/reject': ({ ctx, body }) =>
    spendCode(ctx, 'email-verification', body.code, async (trx, { userId, data }) => {
      await rejectAddress(trx, ctx, userId!, data.email)
      return { success: true }
    }),

  'GET /contact-channels/not-me': async ({ ctx, query }) =>
    query.code === undefined ? showLinkPage(ctx, notMeTexts.title) : showNotMePage(ctx, query.code),

  'POST /contact-channels/not-me': ({ ctx, query, body }) => {
    const { code = query.code, confirmed } = body ?? {}
    return confirmed ? rejectFromPage(ctx, code) : showNotMePage(ctx, code)
  },

  'POST /contact-channels/verify/check-code': async ({ ctx, body }) => {
    await checkCode(ctx, 'email-verification', body.code)
    return { is_code_valid: true }
  },
}

type ChannelBody = HandlerOutput<(typeof contactChannelRoutes)['GET /contact-channels/{user_id}/{id}']>

function toChannelBody(channel: ChannelRow): ChannelBody {
  const { id, user_id, type, value, is_primary, is_verified, used_for_auth } = channel
  return { id, user_id, type, value, is_primary, is_verified, used_for_auth }
}

async function getChannel(ctx: Context, userId: string, channelId: string): Promise<ChannelRow> {
  const channel = await findChannel(ctx.db, ctx.project.id, userId, channelId)
  if (!channel) throw new PlainError(404, 'The user does not have this contact channel.')
  return channel
}

type Verification = Parameters<typeof sendVerificationEmail>[2]

async function sendCode(ctx: Context, countLimits: CountLimits, verification: Verification): Promise<void> {
  assertTrustedUrl(ctx, verification.callbackUrl)
  await countLimits(verification.email)
  await inTransaction(ctx.db, (trx) => sendVerificationEmail(trx, ctx, verification))
}
