import { type RowOf, useAll } from '../data/data.ts'
import { useMay } from '../parts/role.tsx'

export type ProjectOwner = RowOf<'GET /internal/owners'>

/** The owners of the project, and whether the signed-in one can manage them. */
export function useOwners(): { owners: ProjectOwner[]; isManager: boolean } {
  const may = useMay()
  return { owners: useAll('GET /internal/owners'), isManager: may('owners') }
}

export const nameOwner = ({ display_name, primary_email, user_id }: ProjectOwner) =>
  display_name || primary_email || user_id
