import type { aiChatRoutes } from '@latchkey/contract'
import type { Handlers } from '../../api/handler.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { toolFor, writeInstructions } from './instructions.ts'
import { toModelMessages } from './messages.ts'
import { askModel, ModelError } from './model.ts'
import { insertChatMessage, listChatMessages } from './queries.ts'

export const aiChatHandlers: Handlers<typeof aiChatRoutes> = {
  'POST /internal/ai-chat/{thread_id}': async ({ ctx, params, body }) => {
    const { config, log } = ctx.platform
    if (!config.ai) {
      throw new PlainError(
        400,
        'No AI model is configured on this server. Set LATCHKEY_AI_BASE_URL and LATCHKEY_AI_MODEL to use one.',
      )
    }
    const instructions = await writeInstructions(ctx, body.context_type, params.thread_id)
    const messages = toModelMessages(body.messages)
    try {
      return { content: await askModel(config.ai, { instructions, messages, tool: toolFor(body.context_type) }) }
    } catch (error) {
      if (!(error instanceof ModelError)) throw error
      log.warn('The AI model did not respond', { projectId: ctx.project.id, error: error.cause })
      throw new PlainError(502, 'The AI model is not responding right now. Please try again later.')
    }
  },

  'PATCH /internal/ai-chat/{thread_id}': async ({ ctx, params, body }) => {
    const message = { threadId: params.thread_id, content: body.message, now: ctx.now() }
    await insertChatMessage(ctx.db, ctx.project.id, message)
    return {}
  },

  'GET /internal/ai-chat/{thread_id}': async ({ ctx, params }) => ({
    messages: await listChatMessages(ctx.db, ctx.project.id, params.thread_id),
  }),
}
