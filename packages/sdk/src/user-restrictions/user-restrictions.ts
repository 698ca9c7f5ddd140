import type { AppCore } from '../core/app-core.ts'

/**
 * Why and until when a user cannot sign in.
 * @example
 * const restriction: UserRestriction | null = await serverUser.getRestriction()
 * console.log(restriction?.reason, restriction?.restrictedAt, restriction?.until)
 */
export interface UserRestriction {
  /** For your records. The user never sees it. */
  readonly reason: string
  /** Since when the user cannot sign in. */
  readonly restrictedAt: Date
  /** Null if the restriction has no end. */
  readonly until: Date | null
}

/**
 * Why and how long a user cannot sign in.
 * @example await serverUser.restrict({ reason: 'Spam', until: null })
 */
export interface UserRestrictionOptions {
  /** Why, for the project's owners. */
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
