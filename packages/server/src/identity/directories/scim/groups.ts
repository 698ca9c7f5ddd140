import { randomUUID } from 'node:crypto'
import { isUuid } from '@latchkey/contract'
import type { Filter } from 'scim2-parse-filter'
import { breaksUniqueIndex, type Db } from '../../../platform/db/database.ts'
import { toSql } from '../filter-queries.ts'
import {
  countGroups,
  type DirectoryGroupRow,
  deleteGroup as deleteGroupRow,
  deleteMembers,
  findGroup,
  type GroupFields,
  type GroupMember,
  groupNameIndex,
  insertGroup,
  insertMembers,
  listGroups as listGroupRows,
  listKnownUsers,
  listMemberIds,
  listMembers,
  updateGroup,
} from '../group-queries.ts'
import { toKey } from '../role-queries.ts'
import { applyRoles } from '../roles.ts'
import { coreGroup, type Doc, groupAttributes, groupDocAttributes, readDoc, selectAttributes } from './attributes.ts'
import { readGroupFilter } from './conditions.ts'
import { invalidValue, notFound, ScimError } from './errors.ts'
import { applyOperations, invalidPath, listTargets, type Operation, readOperations, readPath } from './patch.ts'
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

const maxGroups = 5_000
const maxMembers = 20_000
const maxMembersPerPatch = 1_000
/** Of all groups in one response. A page with more ends earlier, which `itemsPerPage` says. */
const maxListedMembers = 20_000

export const listGroups: ScimHandler = async (request) => {
  const { ctx, directory, query } = request
  const place = readPlace(request)
  const condition = readGroupFilter(query.filter)
  const found = await listGroupRows(ctx.db, ctx.project.id, directory.id, toSql(condition, 'g'), place)
  const hasMembers = showsMembers(request)
  const rows = hasMembers ? takeWhileFew(found.rows) : found.rows
  const ids = hasMembers ? rows.map(({ id }) => id) : []
  const byGroup = groupMembers(await listMembers(ctx.db, ctx.project.id, directory.id, ids))
  const resources = rows.map((row) => toResource(request, row, byGroup.get(row.id) ?? []))
  return toList(resources, found.total, place)
}

export const readGroup: ScimHandler = async (request) => {
  const { ctx, directory, id } = request
  assertId('group', id)
  const row = await findGroup(ctx.db, ctx.project.id, { directoryId: directory.id, id })
  if (!row) throw notFound('group')
  return respond(request, ctx.db, row)
}

export const createGroup: ScimHandler = (request) => {
  const { ctx, directory, body } = request
  const projectId = ctx.project.id
  const fields = toFields(readDoc(groupDocAttributes, body))
  const members = readMembers(membersOf(body) ?? [])
  return explainTaken(fields.display_name, () =>
    changeInDirectory(request, async (trx, log) => {
      if ((await countGroups(trx, projectId, directory.id)) >= maxGroups) {
        throw new ScimError(400, 'tooMany', `A directory must have at most ${maxGroups} groups.`)
      }
      const id = randomUUID()
      const row = await insertGroup(trx, projectId, { ...fields, directory_id: directory.id, id, now: ctx.now() })
      const changed = await changeMembers(trx, request, id, [{ op: 'add', ids: members }])
      await applyRoles(trx, ctx, directory, [...changed.added])
      await log({ action: 'group.created', subject: fields.display_name, details: describeMembers(changed) })
      return respond(request, trx, row, 201)
    }),
  )
}

export const replaceGroup: ScimHandler = (request) => {
  const fields = toFields(readDoc(groupDocAttributes, request.body))
  const members = readMembers(membersOf(request.body) ?? [])
  return changeGroup(request, () => ({ fields, steps: [{ op: 'replace', ids: members }] }))
}

export const patchGroup: ScimHandler = (request) => {
  const operations = readOperations(request.body)
  const { steps, others } = splitOperations(operations)
  return changeGroup(request, (row) => ({
    fields: toFields(applyOperations(groupDocAttributes, toDoc(row), others)),
    steps,
  }))
}

export const deleteGroup: ScimHandler = async (request) => {
  const { ctx, directory } = request
  await changeInDirectory(request, async (trx, log) => {
    const row = await findForChange(trx, request)
    const place = { directoryId: directory.id, id: row.id }
    const members = await listMemberIds(trx, ctx.project.id, place)
    await deleteGroupRow(trx, ctx.project.id, place)
    await applyRoles(trx, ctx, directory, members)
    await log({ action: 'group.deleted', subject: row.display_name })
  })
  return { status: 204 }
}

async function findForChange(trx: Db, request: ScimRequest): Promise<DirectoryGroupRow> {
  const { ctx, directory, id } = request
  assertId('group', id)
  const row = await findGroup(trx, ctx.project.id, { directoryId: directory.id, id })
  if (!row) throw notFound('group')
  assertVersion(request, row.revision)
  return row
}

interface GroupChange {
  fields: GroupFields
  steps: Step[]
}

async function changeGroup(
  request: ScimRequest,
  change: (row: DirectoryGroupRow) => GroupChange,
): Promise<ScimResponse> {
  const { ctx, directory } = request
  let name = ''
  return explainTaken(
    () => name,
    () =>
      changeInDirectory(request, async (trx, log) => {
        const before = await findForChange(trx, request)
        const { fields, steps } = change(before)
        name = fields.display_name
        const place = { directoryId: directory.id, id: before.id }
        const changed = await changeMembers(trx, request, before.id, steps)
        const isRenamed = fields.name_key !== before.name_key
        const names = (['display_name', 'external_id'] as const).filter((key) => fields[key] !== before[key])
        if (names.length === 0 && changed.added.size + changed.removed.size === 0) return respond(request, trx, before)
        const row = await updateGroup(trx, ctx.project.id, place, fields, ctx.now())
        // Another name can have other roles, for everybody in the group.
        const current = isRenamed ? await listMemberIds(trx, ctx.project.id, place) : []
        await applyRoles(trx, ctx, directory, [...new Set([...current, ...changed.added, ...changed.removed])])
        const details = [names.map((key) => wireNames[key]).join(', '), describeMembers(changed)].filter(Boolean)
        await log({ action: 'group.updated', subject: row.display_name, details: details.join(', ') || null })
        return respond(request, trx, row)
      }),
  )
}

const wireNames = { display_name: 'displayName', external_id: 'externalId' }

/** A change of the members. Without IDs, `remove` removes all of them. */
interface Step {
  op: Operation['op']
  ids: string[] | undefined
}

/** The operations about members, and the others. */
function splitOperations(operations: readonly Operation[]): { steps: Step[]; others: Operation[] } {
  const steps: Step[] = []
  const others: Operation[] = []
  for (const { op, path, value } of operations) {
    for (const [name, given] of listTargets(op, path, value)) {
      const target = readPath(groupAttributes, name)
      if (target?.attribute.name !== 'members') others.push({ op, path: name, value: given })
      else if (target.filter) steps.push(toFilteredStep(op, target.filter))
      else if (target.part) throw invalidPath('The parts of a member cannot be changed.')
      else steps.push({ op, ids: op === 'remove' && given == null ? undefined : readMembers(given ?? []) })
    }
  }
  const count = steps.reduce((sum, { ids }) => sum + (ids?.length ?? 0), 0)
  if (count > maxMembersPerPatch) {
    throw new ScimError(400, 'tooMany', `A PATCH must change at most ${maxMembersPerPatch} members.`)
  }
  return {
    steps,
    others: others.filter(({ path }) => path?.toLowerCase() !== 'id' && path?.toLowerCase() !== 'schemas'),
  }
}

/** `members[value eq "…"]`, of one or several. */
function toFilteredStep(op: Operation['op'], filter: Filter): Step {
  if (op !== 'remove') throw invalidPath('Members are added by path "members".')
  return { op, ids: readMembers(listValues(filter).map((value) => ({ value }))) }
}

function listValues(filter: Filter): unknown[] {
  if (filter.op === 'or') return filter.filters.flatMap(listValues)
  if (filter.op === 'eq' && filter.attrPath.toLowerCase() === 'value') return [filter.compValue]
  throw invalidPath('Members are found by value eq "…".')
}

function membersOf(body: unknown): unknown {
  return Object.entries(body as object).find(([name]) => name.toLowerCase() === 'members')?.[1]
}

/** The IDs of users. What else is said about a member is the server's to know. */
function readMembers(given: unknown): string[] {
  const items = Array.isArray(given) ? given : [given]
  if (items.length > maxMembers) throw tooManyMembers()
  const ids = items.map((item) => {
    const value = typeof item === 'string' ? item : (item as { value?: unknown } | null)?.value
    if (typeof value !== 'string' || !isUuid(value)) throw unknownMember(value)
    return value.toLowerCase()
  })
  return [...new Set(ids)]
}

interface MemberChange {
  added: Set<string>
  removed: Set<string>
}

async function changeMembers(trx: Db, request: ScimRequest, groupId: string, steps: Step[]): Promise<MemberChange> {
  const { ctx, directory } = request
  const projectId = ctx.project.id
  const place = { directoryId: directory.id, id: groupId }
  const added = new Set<string>()
  const removed = new Set<string>()
  for (const { op, ids } of steps) {
    if (op !== 'add') {
      const current = op === 'replace' || !ids ? await listMemberIds(trx, projectId, place) : []
      const kept = new Set(op === 'replace' ? ids : [])
      const leaving = op === 'remove' && ids ? ids : current.filter((id) => !kept.has(id))
      for (const id of await deleteMembers(trx, projectId, place, leaving)) {
        if (!added.delete(id)) removed.add(id)
      }
    }
    if (op === 'remove' || !ids) continue
    const known = new Set(await listKnownUsers(trx, projectId, directory.id, ids))
    const missing = ids.find((id) => !known.has(id))
    if (missing) throw unknownMember(missing)
    for (const id of await insertMembers(trx, projectId, place, ids)) {
      if (!removed.delete(id)) added.add(id)
    }
  }
  if (added.size > 0 && (await listMemberIds(trx, projectId, place)).length > maxMembers) throw tooManyMembers()
  return { added, removed }
}

function describeMembers({ added, removed }: MemberChange): string | null {
  const parts = [added.size > 0 && `${count(added.size)} added`, removed.size > 0 && `${count(removed.size)} removed`]
  return parts.filter(Boolean).join(', ') || null
}

const count = (members: number) => `${members} ${members === 1 ? 'member' : 'members'}`

function unknownMember(value: unknown): ScimError {
  const shown = typeof value === 'string' ? value.slice(0, 100) : value
  return invalidValue(`The directory has no user with the ID ${JSON.stringify(shown) ?? 'that was given'}.`)
}

function tooManyMembers(): ScimError {
  return new ScimError(400, 'tooMany', `A group must have at most ${maxMembers} members.`)
}

async function explainTaken<T>(name: string | (() => string), work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!breaksUniqueIndex(error, groupNameIndex)) throw error
    const text = typeof name === 'string' ? name : name()
    throw new ScimError(409, 'uniqueness', `Another group of the directory has the displayName ${text}.`)
  }
}

const maxNameLength = 256

function toFields({ displayName, externalId }: Doc): GroupFields {
  const name = String(displayName ?? '')
  if (!name.trim()) throw invalidValue('displayName is required.')
  for (const text of [name, String(externalId ?? '')]) {
    if (text.length > maxNameLength) {
      throw invalidValue(`displayName and externalId must have at most ${maxNameLength} characters.`)
    }
  }
  return {
    display_name: name,
    name_key: toKey(name),
    external_id: externalId === undefined ? null : String(externalId),
  }
}

function toDoc({ display_name, external_id }: DirectoryGroupRow): Doc {
  return { displayName: display_name, ...(external_id === null ? {} : { externalId: external_id }) }
}

/** Identity providers leave the members out of most reads, because there are many. */
function showsMembers({ query }: ScimRequest): boolean {
  const has = (names: string) => /(?:^|[,:])\s*members(?:\.\w+)?\s*(?:,|$)/i.test(names)
  if (query.attributes) return has(query.attributes)
  return !/(?:^|[,:])\s*members\s*(?:,|$)/i.test(query.excludedAttributes ?? '')
}

/** At least the first one. */
function takeWhileFew<Row extends { member_count: number }>(rows: Row[]): Row[] {
  let members = 0
  return rows.filter(({ member_count }, index) => {
    members += member_count
    return index === 0 || members <= maxListedMembers
  })
}

function groupMembers(members: GroupMember[]): Map<string, GroupMember[]> {
  const byGroup = new Map<string, GroupMember[]>()
  for (const member of members) {
    const others = byGroup.get(member.group_id)
    if (others) others.push(member)
    else byGroup.set(member.group_id, [member])
  }
  return byGroup
}

function toResource(
  request: ScimRequest,
  row: DirectoryGroupRow,
  members: readonly GroupMember[],
): Record<string, unknown> {
  const { ctx, directory, query } = request
  const { id, revision, created_at: createdAt, updated_at: updatedAt } = row
  const base = baseUrl(ctx.platform.config, directory.id)
  const resource = {
    schemas: [coreGroup],
    id,
    ...toDoc(row),
    ...(showsMembers(request) ? { members: members.map(({ value, display }) => ({ value, display })) } : {}),
    meta: describeResource({ type: 'Group', id, revision, createdAt, updatedAt }, base),
  }
  return selectAttributes(resource, query)
}

async function respond(
  request: ScimRequest,
  db: Db,
  row: DirectoryGroupRow,
  status: 200 | 201 = 200,
): Promise<ScimResponse> {
  const { ctx, directory } = request
  const ids = showsMembers(request) ? [row.id] : []
  const members = await listMembers(db, ctx.project.id, directory.id, ids)
  return respondWith(request, toResource(request, row, members), { revision: row.revision, status })
}
