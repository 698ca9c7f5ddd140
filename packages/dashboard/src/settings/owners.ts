import type { useStores } from '../app/owner.ts'

type Stores = ReturnType<typeof useStores>

export const listOwners = async (stores: Stores) => (await stores.call('GET /internal/owners', {})).items
export const listInvitations = async (stores: Stores) =>
  (await stores.call('GET /internal/owner-invitations', {})).items

export type ProjectOwner = Awaited<ReturnType<typeof listOwners>>[number]
