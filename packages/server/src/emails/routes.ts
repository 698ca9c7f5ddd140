import type { emailRoutes, emailSourceRoutes } from '@latchkey/contract'
import type { Handlers } from '../api/handler.ts'
import { assertTrustedUrl } from '../projects/untrusted-redirect.ts'
import { acceptSend } from './bulk/accept.ts'
import { listSends, resendFailed, stopSend } from './bulk/sends.ts'
import { sendDigests } from './notices/digest.ts'
import { resendEmail } from './outbox/send-again.ts'
import { readSentEmail, toSentEmailBody } from './outbox/sent-email.ts'
import { sendSignInInvitation } from './outbox/sign-in-invitation.ts'
import { listSentEmails } from './queries.ts'
import { sendTestEmail } from './smtp/test-email.ts'
import { draftHandlers } from './templates/draft-routes.ts'
import { renderFor, renderPreview } from './templates/preview.ts'
import { readRenderSources, sendPreview } from './templates/send-preview.ts'
import { templateHandlers } from './templates/template-routes.ts'
import { themeHandlers } from './templates/theme-routes.ts'
import { versionHandlers } from './templates/version-routes.ts'

export const emailHandlers: Handlers<typeof emailRoutes & typeof emailSourceRoutes> = {
  ...themeHandlers,
  ...templateHandlers,
  ...draftHandlers,
  ...versionHandlers,

  'POST /emails/render-email': async ({ ctx, body }) => {
    const sources = await readRenderSources(ctx, body)
    const { user_id: userId, locale } = body
    const email = await (userId ? renderFor(ctx, sources, userId, locale) : renderPreview(ctx, sources, locale))
    const { html, subject, notificationCategory } = email
    return {
      html,
      ...(subject === undefined ? {} : { subject }),
      ...(notificationCategory === undefined ? {} : { notification_category: notificationCategory }),
    }
  },

  'POST /emails/send-email': ({ ctx, body }) => acceptSend(ctx, body),

  'GET /internal/email-sends': async ({ ctx, query }) => {
    const { items, nextCursor } = await listSends(ctx, { draftId: query.draft_id, cursor: query.cursor })
    return { items, is_paginated: true, pagination: { next_cursor: nextCursor } }
  },

  'POST /internal/email-sends/{id}/stop': ({ ctx, params }) => stopSend(ctx, params.id),

  'POST /internal/email-sends/{id}/resend-failed': ({ ctx, params }) => resendFailed(ctx, params.id),

  'GET /internal/emails': async ({ ctx, query }) => {
    const { rows, nextCursor } = await listSentEmails(ctx.db, ctx.project.id, query)
    const items = rows.map(toSentEmailBody)
    // Existing clients expect a complete list.
    if (Object.keys(query).length === 0) return { items, is_paginated: false }
    return { items, is_paginated: true, pagination: { next_cursor: nextCursor } }
  },

  'GET /internal/emails/{id}': ({ ctx, params }) => readSentEmail(ctx, params.id),

  'POST /internal/emails/{id}/resend': async ({ ctx, params, countLimits }) => {
    await resendEmail(ctx, params.id, countLimits)
    return { success: true }
  },

  'POST /internal/send-email-preview': ({ ctx, body, countLimits }) => sendPreview(ctx, body, countLimits),

  'POST /internal/send-test-email': async ({ ctx, body }) => sendTestEmail(ctx, body),

  'POST /internal/failed-emails-digest': async ({ ctx, headers, query }) =>
    sendDigests(ctx, { authorization: headers.authorization, isDryRun: query.dry_run === 'true' }),

  'POST /internal/send-sign-in-invitation': async ({ ctx, body, countLimits }) => {
    assertTrustedUrl(ctx, body.callback_url)
    await countLimits()
    await sendSignInInvitation(ctx, body.email, body.callback_url)
    return { success: true }
  },
}
