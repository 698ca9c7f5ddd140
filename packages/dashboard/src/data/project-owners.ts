import type { OwnerRole } from '@latchkey/contract/owner-roles'
import type { RowOf } from './data.ts'

export type ProjectOwner = RowOf<'GET /internal/owners'>

export const nameOwner = ({ display_name, primary_email, user_id }: ProjectOwner) =>
  display_name || primary_email || user_id

/** Names two of the owners with one of the roles, such as "Ada or Grace". Undefined if there is none. */
export function nameAble(owners: readonly ProjectOwner[], roles: readonly OwnerRole[]): string | undefined {
  const able = owners.filter(({ role }) => roles.includes(role)).map(nameOwner)
  if (able.length === 0) return undefined
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(able.slice(0, 2))
}
