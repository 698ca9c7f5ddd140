import type { Reply } from './call.ts'

export type Project = Reply<'GET /internal/projects/current'>
export type User = Reply<'GET /users/{user_id}'>
export type Team = Reply<'GET /teams/{team_id}'>
export type Overview = Reply<'GET /internal/overview'>
export type AuditEntry = Reply<'GET /internal/audit-entries'>['items'][number]

/** What the rows of users have in common, also in lists. */
export type Person = Pick<User, 'id' | 'display_name' | 'primary_email' | 'profile_image_url' | 'is_anonymous'>
