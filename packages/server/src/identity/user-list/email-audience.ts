import type { emailAudienceRoutes } from '@latchkey/contract'
import { countMatching, listMatchingIds } from '../../accounts/users/audience-queries.ts'
import type { Handlers } from '../../api/handler.ts'
import { acceptSend } from '../../emails/bulk/accept.ts'
import { toFilter } from './filter.ts'

export const emailAudienceHandlers: Handlers<typeof emailAudienceRoutes> = {
  'GET /internal/email-audience': ({ ctx, query }) => countMatching(ctx.db, ctx.project.id, toFilter(query), ctx.now()),

  'POST /internal/email-sends': async ({ ctx, body: { filter, ...content } }) => {
    const { results } = await acceptSend(ctx, content, (trx) =>
      listMatchingIds(trx, ctx.project.id, toFilter(filter), ctx.now()),
    )
    const reachable = results.filter(({ user_email }) => user_email !== undefined)
    return { user_count: results.length, reachable_count: reachable.length }
  },
}
