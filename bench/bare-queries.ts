/** What the baseline does for a request, by its path. */
export type BareQueries = Record<string, { text: string; values: unknown[] }[]>

/** Less than the real response has: one row by its primary key, a few columns. */
export const ownUserQuery = (userId: string) => ({
  text: 'SELECT id, display_name, profile_image_url, signed_up_at, last_active_at FROM users WHERE project_id = $1 AND id = $2',
  values: ['internal', userId],
})
