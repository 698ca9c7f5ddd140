import type { secondFactorRoutes } from '@latchkey/contract'
import type { Handlers } from '../../api/handler.ts'
import { countWithoutSecondFactor } from './queries.ts'

export const secondFactorHandlers: Handlers<typeof secondFactorRoutes> = {
  'GET /internal/second-factor': ({ ctx, query }) => countWithoutSecondFactor(ctx.db, ctx.project.id, query.team_id),
}
