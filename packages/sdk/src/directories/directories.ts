import type { Routes } from '@latchkey/contract'
import type { Actor } from '../core/actors.ts'
import { loadWholeList } from '../transport/lists.ts'

/**
 * How a company's identity provider adds and removes the members of a team, by SCIM 2.0.
 * @example
 * const directory: Directory | null = await team.getDirectory()
 * console.log(directory?.id, directory?.teamId, directory?.url, directory?.createdAt, directory?.lastUsedAt)
 * console.log(directory?.tokens, directory?.roles)
 * console.log(directory?.userCount, directory?.deactivatedUserCount, directory?.groupCount)
 */
export interface Directory {
  /** The id of the directory. */
  readonly id: string
  /** The team whose members it manages. */
  readonly teamId: string
  /** The SCIM address, which the administrator enters at the identity provider together with the token. */
  readonly url: string
  /** When it was created. */
  readonly createdAt: Date
  /** When the identity provider last used it, to the minute, or null. */
  readonly lastUsedAt: Date | null
  /** The tokens that work, newest first: one, or two after a rotation. */
  readonly tokens: readonly DirectoryToken[]
  /** Which groups give which permissions in the team. */
  readonly roles: readonly DirectoryRole[]
  /** How many active users it has. */
  readonly userCount: number
  /** How many users were deactivated. */
  readonly deactivatedUserCount: number
  /** How many groups it has. */
  readonly groupCount: number
  /**
   * Replaces the token, which is returned once. The earlier one works until the given time.
   * @example const { token } = await directory.rotateToken({ oldTokenExpiresAt: new Date(Date.now() + 86_400_000) })
   */
  rotateToken(options: { oldTokenExpiresAt: Date }): Promise<NewDirectory>
  /**
   * Replaces all roles. Members get and lose permissions at once.
   * @example await directory.setRoles([{ group: 'Engineering', permissionId: 'team_admin' }])
   */
  setRoles(roles: readonly DirectoryRole[]): Promise<Directory>
  /**
   * The last hundred operations, newest first.
   * @example const [latest] = await directory.listOperations()
   */
  listOperations(): Promise<DirectoryOperation[]>
  /**
   * The groups that the identity provider has sent, by name.
   * @example const groups = await directory.listGroups()
   */
  listGroups(): Promise<DirectoryGroup[]>
  /**
   * Deletes the directory. Its users stay members of the team.
   * @example await directory.delete()
   */
  delete(): Promise<void>
}

/**
 * A directory with its token, which is not shown again.
 * @example
 * const created: NewDirectory = await team.createDirectory()
 * console.log(created.url, created.token)
 */
export interface NewDirectory extends Directory {
  /** The bearer token for the identity provider. */
  readonly token: string
}

/**
 * What is known of a token of a directory.
 * @example
 * for (const token of directory.tokens) {
 *   console.log(token.lastFour, token.createdAt, token.expiresAt, token.lastUsedAt)
 * }
 */
export interface DirectoryToken {
  /** Its last four characters. */
  readonly lastFour: string
  /** When it was created. */
  readonly createdAt: Date
  /** When it stops working, or null for the current token. */
  readonly expiresAt: Date | null
  /** When it was last used, to the minute, or null. */
  readonly lastUsedAt: Date | null
}

/**
 * Members of the group have the permission in the team.
 * @example await directory.setRoles([{ group: 'Engineering', permissionId: 'team_admin' }])
 */
export interface DirectoryRole {
  /** The name of a group, in any case, or its id in the directory. */
  group: string
  /** A permission of teams. */
  permissionId: string
}

/**
 * Something that happened in a directory.
 * @example
 * for (const operation of await directory.listOperations()) {
 *   console.log(operation.id, operation.happenedAt, operation.action, operation.subject, operation.userId, operation.details)
 * }
 */
export interface DirectoryOperation {
  /** The id of the operation. */
  readonly id: string
  /** When it happened. */
  readonly happenedAt: Date
  /** What happened, such as `user.created` or `request.refused`. */
  readonly action: OperationJson['action']
  /** The user name, the name of the group, or the request that was refused. */
  readonly subject: string | null
  /** The user of the project, as long as they exist. */
  readonly userId: string | null
  /** What has changed, or why the request was refused. */
  readonly details: string | null
}

/**
 * A group of a directory.
 * @example
 * for (const group of await directory.listGroups()) {
 *   console.log(group.id, group.displayName, group.memberCount, group.permissionIds)
 * }
 */
export interface DirectoryGroup {
  /** The id of the group in the directory. */
  readonly id: string
  /** The name of the group. */
  readonly displayName: string
  /** How many members it has. */
  readonly memberCount: number
  /** The permissions that its members have because of it. */
  readonly permissionIds: readonly string[]
}

type DirectoryJson = Routes['GET /directories/{directory_id}']['response']['server']
type OperationJson = Routes['GET /directories/{directory_id}/operations']['response']['server']['items'][number]

export async function createDirectory(actor: Actor, team_id: string): Promise<NewDirectory> {
  const created = await actor.core.call('POST /directories', { ...actor.as, body: { team_id } })
  await refresh(actor, team_id)
  return withToken(actor, created)
}

export async function loadDirectory(actor: Actor, team_id: string): Promise<Directory | null> {
  const { items } = await actor.core.call('GET /directories', { ...actor.as, query: { team_id } })
  return items[0] ? toDirectory(actor, items[0]) : null
}

export async function listDirectories(actor: Actor): Promise<Directory[]> {
  const { core } = actor
  const items = await loadWholeList((cursor) => core.call('GET /directories', { ...actor.as, query: { cursor } }))
  return items.map((json) => toDirectory(actor, json))
}

const refresh = ({ cache }: Actor, teamId: string) => cache.refresh(`directory/${teamId}`)

function withToken(actor: Actor, json: DirectoryJson & { token: string }): NewDirectory {
  return Object.freeze({ ...toDirectory(actor, json), token: json.token })
}

function toDirectory(actor: Actor, json: DirectoryJson): Directory {
  const { core, as } = actor
  const params = { directory_id: json.id }
  return Object.freeze<Directory>({
    id: json.id,
    teamId: json.team_id,
    url: json.url,
    createdAt: new Date(json.created_at_millis),
    lastUsedAt: dateOrNull(json.last_used_at_millis),
    tokens: json.tokens.map((token) => ({
      lastFour: token.last_four,
      createdAt: new Date(token.created_at_millis),
      expiresAt: dateOrNull(token.expires_at_millis),
      lastUsedAt: dateOrNull(token.last_used_at_millis),
    })),
    roles: json.roles.map(({ group, permission_id }) => ({ group, permissionId: permission_id })),
    userCount: json.user_count,
    deactivatedUserCount: json.deactivated_user_count,
    groupCount: json.group_count,
    async rotateToken({ oldTokenExpiresAt }) {
      // Never negative, which a server would not accept.
      const body = { old_token_expires_at_millis: Math.max(0, oldTokenExpiresAt.getTime()) }
      const rotated = await core.call('POST /directories/{directory_id}/rotate-token', { ...as, params, body })
      await refresh(actor, json.team_id)
      return withToken(actor, rotated)
    },
    async setRoles(roles) {
      const body = { roles: roles.map(({ group, permissionId }) => ({ group, permission_id: permissionId })) }
      const changed = await core.call('PATCH /directories/{directory_id}', { ...as, params, body })
      await refresh(actor, json.team_id)
      return toDirectory(actor, changed)
    },
    async listOperations() {
      const { items } = await core.call('GET /directories/{directory_id}/operations', { ...as, params })
      return items.map(({ id, happened_at_millis, action, subject, user_id, details }) => ({
        id,
        happenedAt: new Date(happened_at_millis),
        action,
        subject,
        userId: user_id,
        details,
      }))
    },
    async listGroups() {
      const items = await loadWholeList((cursor) =>
        core.call('GET /directories/{directory_id}/groups', { ...as, params, query: { cursor } }),
      )
      return items.map(({ id, display_name, member_count, permission_ids }) => ({
        id,
        displayName: display_name,
        memberCount: member_count,
        permissionIds: permission_ids,
      }))
    },
    async delete() {
      await core.call('DELETE /directories/{directory_id}', { ...as, params })
      await refresh(actor, json.team_id)
    },
  })
}

const dateOrNull = (millis: number | null) => (millis === null ? null : new Date(millis))
