import { randomUUID } from 'node:crypto'
import { signInIndex } from '../../../accounts/contact-channels/queries.ts'
import { findUserForUpdate } from '../../../accounts/users/queries.ts'
import type { Context } from '../../../http/context.ts'
import { breaksUniqueIndex, type Db } from '../../../platform/db/database.ts'
import type { AuditAction } from '../../../records/audit/actions.ts'
import { recordAudit } from '../../../records/audit/record.ts'
import { addressTaken, assertProvenAddress, findOrCreateAccount, followDirectory, readAddress } from '../accounts.ts'
import { toSql } from '../filter-queries.ts'
import { letIn, takeOut } from '../membership.ts'
import { toKey } from '../role-queries.ts'
import {
  type DirectoryUserRow,
  findDirectoryUser,
  findEntryOfAccount,
  insertDirectoryUser,
  listDirectoryUsers,
  markUserDeleted,
  type UserFields,
  updateDirectoryUser,
  userIndexes,
} from '../user-queries.ts'
import {
  coreUser,
  type Doc,
  enterpriseUser,
  type Item,
  readDoc,
  selectAttributes,
  userAttributes,
} from './attributes.ts'
import { readUserFilter } from './conditions.ts'
import { invalidValue, notFound, ScimError } from './errors.ts'
import { applyOperations, readOperations } from './patch.ts'
import {
  assertId,
  assertVersion,
  baseUrl,
  changeInDirectory,
  describeResource,
  readPlace,
  respondWith,
  type ScimHandler,
  type ScimRequest,
  type ScimResponse,
  toList,
} from './request.ts'

export const listUsers: ScimHandler = async (request) => {
  const { ctx, directory, query } = request
  const place = readPlace(request)
  const condition = readUserFilter(query.filter)
  const { rows, total } = await listDirectoryUsers(ctx.db, ctx.project.id, directory.id, toSql(condition, 'u'), place)
  return toList(
    rows.map((row) => toResource(request, row)),
    total,
    place,
  )
}

export const readUser: ScimHandler = async (request) => {
  const { ctx, directory, id } = request
  assertId('user', id)
  const row = await findDirectoryUser(ctx.db, ctx.project.id, directory.id, id)
  if (!row) throw notFound('user')
  return respond(request, row)
}

export const createUser: ScimHandler = async (request) => {
  const { ctx, directory } = request
  const projectId = ctx.project.id
  const doc = readDoc(userAttributes, request.body)
  const fields = toFields({ active: true, ...doc })
  const row = await explainTaken(fields, () =>
    changeInDirectory(request, async (trx, log) => {
      await assertProvenAddress(trx, ctx, directory.teamId, fields.email)
      const { userId, isNew } = await findOrCreateAccount(trx, ctx, { email: fields.email, displayName: nameOf(doc) })
      const former = await findEntryOfAccount(trx, projectId, directory.id, userId)
      if (former && !former.deleted_at) throw addressTaken(fields.email)
      const place = { directoryId: directory.id, id: former?.id ?? randomUUID() }
      const entry = { ...fields, directory_id: directory.id, id: place.id, user_id: userId, was_created: isNew }
      const saved = former
        ? await updateDirectoryUser(trx, projectId, place, fields, ctx.now())
        : await insertDirectoryUser(trx, projectId, { ...entry, now: ctx.now() })
      if (saved.is_active) await letIn(trx, ctx, directory, saved)
      await record(trx, request, 'directory.user_provisioned', saved)
      await log({ action: isNew ? 'user.created' : 'user.joined', subject: saved.user_name, userId })
      return saved
    }),
  )
  return respond(request, row, 201)
}

/** Everything that is left out is removed, except whether the user is active: nobody comes back by an omission. */
export const replaceUser: ScimHandler = (request) => {
  const doc = readDoc(userAttributes, request.body)
  return changeUser(request, (before) => ({ active: before.active!, ...doc }))
}

export const patchUser: ScimHandler = (request) => {
  const operations = readOperations(request.body)
  return changeUser(request, (before) => applyOperations(userAttributes, before, operations))
}

/** Takes the user out of the team. Their account stays, and they are the same person if they are created again. */
export const deleteUser: ScimHandler = async (request) => {
  const { ctx, directory } = request
  await changeInDirectory(request, async (trx, log) => {
    const row = await lockUser(trx, request)
    await takeOut(trx, ctx, directory, row)
    await markUserDeleted(trx, ctx.project.id, { directoryId: directory.id, id: row.id }, ctx.now())
    await record(trx, request, 'directory.user_removed', row)
    await log({ action: 'user.deleted', subject: row.user_name, userId: row.user_id })
  })
  return { status: 204 }
}

/** The user first, as everywhere, so that a sign-in at the same moment comes before or after. */
async function lockUser(trx: Db, request: ScimRequest): Promise<DirectoryUserRow> {
  const { ctx, directory, id } = request
  assertId('user', id)
  const row = await findDirectoryUser(trx, ctx.project.id, directory.id, id)
  if (!row || !(await findUserForUpdate(trx, ctx.project.id, row.user_id))) throw notFound('user')
  assertVersion(request, row.revision)
  return row
}

async function changeUser(request: ScimRequest, change: (before: Doc) => Doc): Promise<ScimResponse> {
  const { ctx, directory } = request
  let fields: UserFields | undefined
  const row = await explainTaken(
    () => fields,
    () =>
      changeInDirectory(request, async (trx, log) => {
        const former = await lockUser(trx, request)
        const before = toDoc(former)
        const after = change(before)
        const changed = listChanges(before, after)
        if (changed.length === 0) return former
        fields = toFields(after)
        if (fields.email !== former.email) await assertProvenAddress(trx, ctx, directory.teamId, fields.email)
        const place = { directoryId: directory.id, id: former.id }
        const saved = await updateDirectoryUser(trx, ctx.project.id, place, fields, ctx.now())
        const described = { email: former.email, displayName: nameOf(before) }
        await followDirectory(trx, ctx, saved, described, { email: saved.email, displayName: nameOf(after) })
        await changeActivity(trx, request, former, saved)
        const action =
          saved.is_active === former.is_active
            ? 'user.updated'
            : saved.is_active
              ? 'user.reactivated'
              : 'user.deactivated'
        const others = changed.filter((name) => name !== 'active').join(', ')
        await log({ action, subject: saved.user_name, userId: saved.user_id, details: others || null })
        return saved
      }),
  )
  return respond(request, row)
}

async function changeActivity(
  trx: Db,
  request: ScimRequest,
  before: DirectoryUserRow,
  after: DirectoryUserRow,
): Promise<void> {
  if (after.is_active === before.is_active) return
  const { ctx, directory } = request
  await (after.is_active ? letIn : takeOut)(trx, ctx, directory, after)
  const action = after.is_active ? 'directory.user_reactivated' : 'directory.user_deactivated'
  await record(trx, request, action, after)
}

function record(trx: Db, request: ScimRequest, action: AuditAction, user: DirectoryUserRow): Promise<void> {
  const target = { type: 'user' as const, id: user.user_id }
  return recordAudit(trx, request.ctx, { action, target, details: { team_id: request.directory.teamId } })
}

/** The names of what is different. */
function listChanges(before: Doc, after: Doc): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
}

async function explainTaken<T>(
  fields: UserFields | (() => UserFields | undefined),
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { user_name = '', email = '' } = (typeof fields === 'function' ? fields() : fields) ?? {}
    const [nameIndex, ...others] = userIndexes
    if (breaksUniqueIndex(error, nameIndex)) {
      throw new ScimError(409, 'uniqueness', `Another user of the directory has the userName ${user_name}.`)
    }
    throw [...others, signInIndex].some((index) => breaksUniqueIndex(error, index)) ? addressTaken(email) : error
  }
}

const maxAttributesLength = 16_000
const maxNameLength = 256

function toFields(doc: Doc): UserFields {
  const { userName, externalId, active, ...attributes } = doc as Doc & { userName?: string; externalId?: string }
  if (!userName?.trim()) throw invalidValue('userName is required.')
  if (userName.length > maxNameLength) throw invalidValue(`userName must have at most ${maxNameLength} characters.`)
  if (externalId && externalId.length > maxNameLength) {
    throw invalidValue(`externalId must have at most ${maxNameLength} characters.`)
  }
  const text = JSON.stringify(attributes)
  if (text.length > maxAttributesLength) {
    throw invalidValue(`A user must have at most ${maxAttributesLength / 1000} kB of attributes.`)
  }
  return {
    user_name: userName,
    user_name_key: toKey(userName),
    external_id: externalId ?? null,
    email: readAddress(addressOf(doc) ?? userName),
    is_active: active !== false,
    attributes: text,
  }
}

/** The primary address, that of work, or the first one. */
function addressOf({ emails }: Doc): string | undefined {
  const items = (emails as Item[] | undefined)?.filter(({ value }) => typeof value === 'string') ?? []
  const best =
    items.find(({ primary }) => primary === true) ??
    items.find(({ type }) => String(type).toLowerCase() === 'work') ??
    items[0]
  return best?.value as string | undefined
}

/** What the account is called. */
function nameOf({ displayName, name }: Doc): string | null {
  const { formatted, givenName, familyName } = (name ?? {}) as Item
  const full = [givenName, familyName].filter(Boolean).join(' ')
  return String(displayName || formatted || full).slice(0, maxNameLength) || null
}

function toDoc({ user_name, external_id, is_active, attributes }: DirectoryUserRow): Doc {
  return {
    userName: user_name,
    ...(external_id === null ? {} : { externalId: external_id }),
    active: is_active,
    ...(attributes as Doc),
  }
}

function toResource({ ctx, directory, query }: ScimRequest, row: DirectoryUserRow): Record<string, unknown> {
  const doc = toDoc(row)
  const resource = {
    schemas: doc[enterpriseUser] ? [coreUser, enterpriseUser] : [coreUser],
    id: row.id,
    ...doc,
    meta: describe(ctx, directory.id, row),
  }
  return selectAttributes(resource, query)
}

function describe(ctx: Context, directoryId: string, row: DirectoryUserRow) {
  const { id, revision, created_at: createdAt, updated_at: updatedAt } = row
  return describeResource(
    { type: 'User', id, revision, createdAt, updatedAt },
    baseUrl(ctx.platform.config, directoryId),
  )
}

function respond(request: ScimRequest, row: DirectoryUserRow, status: 200 | 201 = 200): ScimResponse {
  return respondWith(request, toResource(request, row), { revision: row.revision, status })
}
