import type { AppCore } from '../core/app-core.ts'

/**
 * A restriction that blocks the sign-in of a user.
 * @example
 * const restriction: UserRestriction | null = await serverUser.getRestriction()
 * console.log(restriction?.reason, restriction?.message, restriction?.restrictedAt, restriction?.until)
 */
export interface UserRestriction {
  /** The reason, for your records. The user never sees it. */
  readonly reason: string
  /** What the user is told, if anything. */
  readonly message: string | null
  /** The start of the restriction. */
  readonly restrictedAt: Date
  /** The end of the restriction, or null if it is indefinite. */
  readonly until: Date | null
}

/**
 * The reason for a restriction and its end.
 * @example await serverUser.restrict({ reason: 'Spam', message: 'You sent too many messages.', until: null })
 */
export interface UserRestrictionOptions {
  /** The reason, for the project's owners. */
  reason: string
  /** What to tell the user, who is signed out and cannot sign in. */
  message?: string | null | undefined
  /** Without it, the user stays restricted until `unrestrict()` is called. */
  until?: Date | null | undefined
}

const access = 'server'

export async function getRestriction({ call }: AppCore, user_id: string): Promise<UserRestriction | null> {
  return read(await call('GET /users/{user_id}/restriction', { access, params: { user_id } }))
}

export async function restrict(
  { call }: AppCore,
  user_id: string,
  { reason, message, until }: UserRestrictionOptions,
): Promise<void> {
  const body = { reason, message: message ?? null, until_millis: until?.getTime() ?? null }
  await call('PUT /users/{user_id}/restriction', { access, params: { user_id }, body })
}

export async function unrestrict({ call }: AppCore, user_id: string): Promise<void> {
  await call('DELETE /users/{user_id}/restriction', { access, params: { user_id } })
}

interface RestrictionJson {
  is_restricted: boolean
  reason: string | null
  message: string | null
  restricted_at_millis: number | null
  until_millis: number | null
}

function read(json: RestrictionJson): UserRestriction | null {
  const { is_restricted, reason, message, restricted_at_millis, until_millis } = json
  if (!is_restricted) return null
  return {
    reason: reason!,
    message,
    restrictedAt: new Date(restricted_at_millis!),
    until: until_millis === null ? null : new Date(until_millis),
  }
}
