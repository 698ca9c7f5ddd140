import type { liveUpdateRoutes } from '@latchkey/contract'
import type { Handlers } from '../../api/handler.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { liveUpdates } from './live-updates.ts'

export const liveUpdateHandlers: Handlers<typeof liveUpdateRoutes> = {
  'GET /internal/live-updates': async ({ ctx }) => {
    const stream = liveUpdates(ctx.platform).open(ctx.project.id, ctx)
    if (!stream) {
      throw new PlainError(429, 'Too many dashboards are open. Please try again later.', {
        'retry-after': '30',
      })
    }
    return stream
  },
}
