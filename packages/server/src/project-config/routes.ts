import type { projectConfigRoutes } from '@latchkey/contract'
import type { Handlers } from '../api/handler.ts'
import { inTransaction } from '../db/database.ts'
import { internalSettings } from '../deployment/seed.ts'
import type { Context } from '../http/context.ts'
import { JsonError, parseJson } from '../http/json.ts'
import { PlainError } from '../http/plain-error.ts'
import { internalProjectId } from '../internal-project.ts'
import { newProjectDefaults } from '../projects/create.ts'
import { type Override, restoreDefaults } from './override.ts'
import { recordConfigChange, updateConfig } from './update.ts'
import { findConfigMistake } from './validate.ts'

export const configHandlers: Handlers<typeof projectConfigRoutes> = {
  'GET /internal/config': async ({ ctx }) => ({ config_string: JSON.stringify(ctx.project.config) }),

  'PATCH /internal/config/override': async ({ ctx, body }) => {
    if (!body.config_override_string) return {}
    const patch = parseConfig(body.config_override_string)
    const mistake = findConfigMistake(patch)
    if (mistake) throw new PlainError(400, mistake)
    await inTransaction(ctx.db, async (trx) => {
      const restored = restoreDefaults(patch as Override, defaultsOf(ctx))
      const changes = await updateConfig(trx, ctx.project.id, restored, ctx.services.secrets)
      await recordConfigChange(trx, ctx, patch as Override, changes)
    })
    ctx.services.projects.forget(ctx.project.id)
    return {}
  },
}

/** The initial settings of a new project. */
function defaultsOf({ project, services }: Context): Override {
  return project.id === internalProjectId
    ? { ...newProjectDefaults, ...internalSettings(services.config) }
    : newProjectDefaults
}

function parseConfig(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof JsonError) throw new PlainError(400, `config_override_string: ${error.message}`)
    throw error
  }
}
