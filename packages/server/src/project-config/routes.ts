import type { configRoutes } from '@latchkey/contract'
import { inTransaction } from '../db/database.ts'
import type { Handlers } from '../http/handler.ts'
import { JsonError, parseJson } from '../http/json.ts'
import { PlainError } from '../http/plain-error.ts'
import type { Override } from './override.ts'
import { recordConfigChange, updateConfig } from './update.ts'
import { findConfigMistake } from './validate.ts'

export const configHandlers: Handlers<typeof configRoutes> = {
  'GET /internal/config': async ({ ctx }) => ({ config_string: JSON.stringify(ctx.project.config) }),

  'PATCH /internal/config/override': async ({ ctx, body }) => {
    if (!body.config_override_string) return {}
    const patch = parseConfig(body.config_override_string)
    const mistake = findConfigMistake(patch)
    if (mistake) throw new PlainError(400, mistake)
    await inTransaction(ctx.db, async (trx) => {
      const changes = await updateConfig(trx, ctx.project.id, patch as Override, ctx.services.secrets)
      await recordConfigChange(trx, ctx, patch as Override, changes)
    })
    ctx.services.projects.forget(ctx.project.id)
    return {}
  },
}

function parseConfig(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof JsonError) throw new PlainError(400, `config_override_string: ${error.message}`)
    throw error
  }
}
