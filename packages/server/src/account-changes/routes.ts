import type { accountChangeRoutes } from '@latchkey/contract'
import type { Handlers } from '../api/handler.ts'
import { showUndoPage, undoFromPage } from './page.ts'

export const accountChangeHandlers: Handlers<typeof accountChangeRoutes> = {
  'GET /auth/undo-change': ({ ctx, query }) => showUndoPage(ctx, query.code),
  'POST /auth/undo-change': ({ ctx, query }) => undoFromPage(ctx, query.code),
}
