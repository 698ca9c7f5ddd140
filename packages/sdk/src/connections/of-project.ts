import type { Admin } from '../core/actors.ts'
import {
  addConnectionDomain,
  type ConnectionCreateOptions,
  createConnection,
  loadConnectionDomains,
  loadConnections,
} from './connections.ts'

// The same as for a team, without one.

/** Admin keys open everything that server keys do. */
const toActor = (admin: Admin) => ({ ...admin, as: { access: 'server' as const } })

export async function listProjectConnections(admin: Admin) {
  const { items, create } = await loadConnections(toActor(admin), null)
  return items.map(create)
}
export const createProjectConnection = (admin: Admin, options: ConnectionCreateOptions) =>
  createConnection(toActor(admin), null, options)
export async function listProjectDomains(admin: Admin) {
  const { items, create } = await loadConnectionDomains(toActor(admin), null)
  return items.map(create)
}
export const addProjectDomain = (admin: Admin, domain: string) => addConnectionDomain(toActor(admin), null, domain)
