import { type ConfigOverrideTree, KnownError, type projectConfigRoutes } from '@latchkey/contract'
import type { Handlers } from '../../api/handler.ts'
import { toTsx } from '../../emails/documents/to-tsx.ts'
import { sourceOf } from '../../emails/templates/find.ts'
import type { Context } from '../../http/context.ts'
import { JsonError, parseJson } from '../../http/json.ts'
import { isCapable } from '../../http/owner.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { internalProjectId } from '../../platform/internal-project.ts'
import { projectCache } from '../../projects/cache.ts'
import { newProjectDefaults } from '../../projects/create.ts'
import { authorOf } from '../../projects/project-config/author.ts'
import {
  builtInNotices,
  builtInTemplates,
  builtInThemes,
  type EmailTemplate,
  type EmailTheme,
} from '../../projects/project-config/built-in-emails.ts'
import {
  findPreviousConfig,
  listConfigChanges,
  wasConfigChangedSince,
} from '../../projects/project-config/history-queries.ts'
import { lowerCaseIds } from '../../projects/project-config/ids.ts'
import { expandOverride, type Override, restoreDefaults, withoutPaths } from '../../projects/project-config/override.ts'
import type { ProjectConfig } from '../../projects/project-config/render.ts'
import { hideSecrets, keepSecrets, openOverride } from '../../projects/project-config/seal.ts'
import {
  assertSmallEnough,
  changeConfig,
  recordConfigChange,
  rewriteConfig,
} from '../../projects/project-config/update.ts'
import { findConfigMistake } from '../../projects/project-config/validate.ts'
import { findProjectRow, getProjectForUpdate } from '../../projects/queries.ts'
import { basisOf } from '../../projects/revisions/basis.ts'
import { internalSettings } from '../deployment/seed.ts'
import { assertProviderFits } from './oauth-provider-rules.ts'

export const configHandlers: Handlers<typeof projectConfigRoutes> = {
  'GET /internal/config': async ({ ctx }) => {
    const { config, config_revision: revision } = ctx.project
    const shown = asCode(config)
    return { config_string: JSON.stringify(isCapable(ctx, 'secrets') ? shown : hideSecrets(shown)), revision }
  },

  'PATCH /internal/config/override': async ({ ctx, body }) => {
    if (!body.config_override_string) return {}
    const patch = parseConfig(body.config_override_string)
    const mistake = findConfigMistake(patch)
    if (mistake) throw new PlainError(400, mistake)
    const revision = await inTransaction(ctx.db, async (trx) => {
      const restored = restoreDefaults(patch as Override, defaultsOf(ctx))
      const { secrets } = ctx.platform
      const written = await changeConfig(trx, ctx.project.id, secrets, authorOf(ctx), () => restored)
      assertProviderFits(written.config, written.changes)
      await recordConfigChange(trx, ctx, patch as Override, written.changes)
      return written.revision
    })
    projectCache(ctx.platform).forget(ctx.project.id)
    return basisOf(ctx) ? { revision } : {}
  },

  'GET /internal/config/override': async ({ ctx }) => {
    // From the database, because the cached project may be a moment older than its revision.
    const project = await findProjectRow(ctx.db, ctx.project.id)
    if (!project) throw new KnownError('CURRENT_PROJECT_NOT_FOUND', { project_id: ctx.project.id })
    const override = openOverride(project.config_override, project.id, ctx.platform.secrets)
    return { config_override_string: toShownText(override), revision: project.config_revision }
  },

  'PUT /internal/config/override': async ({ ctx, body }) => {
    const given = parseConfig(body.config_override_string)
    const mistake = findConfigMistake(given)
    if (mistake) throw new PlainError(400, mistake)
    const { revision } = await replaceConfig(
      ctx,
      body.revision,
      (stored) => {
        const { tree, missing } = keepSecrets(expandOverride(given as Override), stored)
        if (missing.length > 0) throw new PlainError(400, `[ERROR] Enter the secret ${missing.join(', ')} again.`)
        return tree
      },
      assertProviderFits,
    )
    return { revision }
  },

  'GET /internal/config/changes': async ({ ctx, query }) => {
    const { limit = defaultPageSize, cursor } = query
    const { rows, nextCursor } = await listConfigChanges(ctx.db, ctx.project.id, { limit, cursor })
    const items = rows.map((row) => ({
      revision: row.revision,
      changed_at_millis: row.changed_at.getTime(),
      actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
      changes: row.changes as never,
    }))
    return { items, is_paginated: true, pagination: { next_cursor: nextCursor } }
  },

  'GET /internal/config/changes/{revision}': async ({ ctx, params }) => ({
    config_override_string: toShownText(await getPreviousConfig(ctx, params.revision)),
  }),

  'POST /internal/config/changes/{revision}/restore': async ({ ctx, params, body }) => {
    const previous = expandOverride(await getPreviousConfig(ctx, params.revision))
    let missing_secrets: string[] = []
    const { revision } = await replaceConfig(ctx, body.revision, (stored) => {
      const { tree, missing } = keepSecrets(previous, stored)
      missing_secrets = missing
      return withoutPaths(tree, missing)
    })
    return { revision, missing_secrets }
  },
}

const defaultPageSize = 20

/** As one tree, and never with secrets. */
function toShownText(override: Override): string {
  return JSON.stringify(hideSecrets(completeBuiltIns(expandOverride(override))), null, 2)
}

/** Existing clients know templates and themes as code only. If they copy one, the copy is code as well. */
function asCode(config: ProjectConfig): object {
  const { templates, themes } = config.emails
  const convert = (sources: Record<string, EmailTheme | EmailTemplate>) =>
    Object.fromEntries(
      Object.entries(sources).map(([id, { document: _, ...source }]) => [
        id,
        { ...source, tsxSource: toTsx(sourceOf(sources[id]!)) },
      ]),
    )
  return { ...config, emails: { ...config.emails, templates: convert(templates), themes: convert(themes) } }
}

/** An edit of a built-in template or theme stores only what it changes, but an entry has to be complete to be saved. */
function completeBuiltIns(tree: ConfigOverrideTree): Override {
  const { emails } = tree
  if (!emails) return tree
  const complete = <T extends { tsxSource?: string | undefined }>(
    edited: Record<string, T>,
    builtIns: Record<string, EmailTheme | EmailTemplate>,
  ) =>
    Object.fromEntries(
      Object.entries(edited).map(([id, entry]) => {
        const { document, ...rest } = builtIns[id] ?? {}
        return [id, { ...rest, ...(document && entry.tsxSource === undefined ? { document } : {}), ...entry }]
      }),
    )
  return {
    ...tree,
    emails: {
      ...emails,
      ...(emails.templates && { templates: complete(emails.templates, { ...builtInTemplates, ...builtInNotices }) }),
      ...(emails.themes && { themes: complete(emails.themes, builtInThemes) }),
    },
  }
}

async function getPreviousConfig(ctx: Context, revision: number): Promise<Override> {
  const previous = await findPreviousConfig(ctx.db, ctx.project.id, revision)
  if (!previous) throw new PlainError(404, 'This change is no longer in the history.')
  return previous
}

/** Without a basis that tells which settings were changed, refused if any setting was changed since it was read. */
async function replaceConfig(
  ctx: Context,
  revision: number,
  toTree: (stored: Override) => Override,
  check?: typeof assertProviderFits,
) {
  const written = await inTransaction(ctx.db, async (trx) => {
    const { id } = ctx.project
    const author = authorOf(ctx)
    if (!author.basis) {
      const { config_revision } = await getProjectForUpdate(trx, id)
      if (revision > config_revision || (await wasConfigChangedSince(trx, id, revision))) {
        throw new PlainError(409, 'The configuration was changed since you opened it. Nothing was saved.')
      }
    }
    const result = await rewriteConfig(trx, id, ctx.platform.secrets, author, ({ stored }) =>
      lowerCaseIds(toTree(stored)),
    )
    check?.(result.config, result.changes)
    const patch = Object.fromEntries(result.changes.map(({ path, to }) => [path, to]))
    await recordConfigChange(trx, ctx, patch, result.changes)
    return result
  })
  projectCache(ctx.platform).forget(ctx.project.id)
  return written
}

/** The initial settings of a new project. */
function defaultsOf({ project, platform }: Context): Override {
  return project.id === internalProjectId
    ? { ...newProjectDefaults, ...internalSettings(platform.config) }
    : newProjectDefaults
}

function parseConfig(text: string): unknown {
  assertSmallEnough(text)
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof JsonError) throw new PlainError(400, `config_override_string: ${error.message}`)
    throw error
  }
}
