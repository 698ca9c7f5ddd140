import { useData } from '../data/data.ts'
import { useStores } from '../data/owner.ts'
import { useMay } from '../parts/role.tsx'

type Stores = ReturnType<typeof useStores>

const listOwners = async (stores: Stores) => (await stores.call('GET /internal/owners', {})).items
export const listInvitations = async (stores: Stores) =>
  (await stores.call('GET /internal/owner-invitations', {})).items

export type ProjectOwner = Awaited<ReturnType<typeof listOwners>>[number]

/** The owners of the project, and whether the signed-in one can manage them. */
export function useOwners(): { owners: ProjectOwner[]; isManager: boolean } {
  const stores = useStores()
  const may = useMay()
  const owners = useData(stores.cached('settings/owners', () => listOwners(stores)))
  return { owners, isManager: may('owners') }
}

export const nameOwner = ({ display_name, primary_email, user_id }: ProjectOwner) =>
  display_name || primary_email || user_id
