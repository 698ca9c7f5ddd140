import type { AppCore } from '../core/app-core.ts'

/**
 * A restriction that blocks the sign-in of a user.
 * @example
 * const restriction: UserRestriction | null = await serverUser.getRestriction()
 * console.log(restriction?.reason, restriction?.restrictedAt, restriction?.until)
 */
export interface UserRestriction {
  /** The reason, for your records. The user never sees it. */
  readonly reason: string
  /** The start of the restriction. */
  readonly restrictedAt: Date
  /** The end of the restriction, or null if it is indefinite. */
  readonly until: Date | null
}

/**
 * The reason for a restriction and its end.
 * @example await serverUser.restrict({ reason: 'Spam', until: null })
 */
export interface UserRestrictionOptions {
  /** The reason, for the project's owners. */
  reason: string
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
  { reason, until }: UserRestrictionOptions,
): Promise<void> {
  const body = { reason, until_millis: until?.getTime() ?? null }
  await call('PUT /users/{user_id}/restriction', { access, params: { user_id }, body })
}

export async function unrestrict({ call }: AppCore, user_id: string): Promise<void> {
  await call('DELETE /users/{user_id}/restriction', { access, params: { user_id } })
}

interface RestrictionJson {
  is_restricted: boolean
  reason: string | null
  restricted_at_millis: number | null
  until_millis: number | null
}

function read({ is_restricted, reason, restricted_at_millis, until_millis }: RestrictionJson): UserRestriction | null {
  if (!is_restricted) return null
  return {
    reason: reason!,
    restrictedAt: new Date(restricted_at_millis!),
    until: until_millis === null ? null : new Date(until_millis),
  }
}
