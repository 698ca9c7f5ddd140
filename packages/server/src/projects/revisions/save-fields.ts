import type { Context } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { authorOf } from '../project-config/author.ts'
import { listFieldChanges } from '../project-config/changes.ts'
import { insertConfigChange, type Subject } from '../project-config/history-queries.ts'
import { updateStoredConfig } from '../project-config/queries.ts'
import { lockRevision } from '../queries.ts'
import { settleSave } from './settle.ts'

type Row = Record<string, unknown>

interface FieldsOf<T> {
  subject: Subject
  current: T
  change: Partial<T>
  name?: string | null
  /** Fields with lists in no order. */
  lists?: readonly string[]
}

/**
 * For things outside the configuration: compares a change of their fields with what others have changed since, records
 * it in the history, and returns the part of it that has to be written, and the new revision. Must be called in a transaction.
 */
export async function settleFields<T extends Row>(
  db: Db,
  ctx: Context,
  { subject, current, change, name, lists = [] }: FieldsOf<T>,
): Promise<{ change: Partial<T>; revision: number }> {
  const revision = await lockRevision(db, ctx.project.id)
  const { basis, ...author } = authorOf(ctx)
  const stays = await settleSave(db, ctx.project.id, {
    subject,
    basis,
    revision,
    theirs: toFields(current),
    toFields,
    applyTo: (previous) => toFields({ ...(previous ?? current), ...change }),
    lists,
    nameOf: () => name ?? null,
  })
  const settled = Object.fromEntries(Object.entries(change).filter(([field]) => !stays.includes(field))) as Partial<T>
  const changes = listFieldChanges<Row>(current, { ...current, ...settled }, Object.keys(settled))
  if (changes.length === 0) return { change: settled, revision }
  await updateStoredConfig(db, ctx.project.id, { config_revision: revision + 1 })
  const previous = JSON.stringify(current)
  await insertConfigChange(db, ctx.project.id, { ...author, subject, revision, changes, previous })
  return { change: settled, revision: revision + 1 }
}

const toFields = (row: Row) => new Map(Object.entries(row))
