import type { Admin } from '../core/actors.ts'
import {
  addConnectionDomain,
  type ConnectionCreateOptions,
  createConnection,
  listConnectionDomains,
  listConnections,
} from './connections.ts'

// The same as for a team, without one.

/** Admin keys open everything that server keys do. */
const toActor = (admin: Admin) => ({ ...admin, as: { access: 'server' as const } })

export const listProjectConnections = (admin: Admin) => listConnections(toActor(admin), null)
export const createProjectConnection = (admin: Admin, options: ConnectionCreateOptions) =>
  createConnection(toActor(admin), null, options)
export const listProjectDomains = (admin: Admin) => listConnectionDomains(toActor(admin), null)
export const addProjectDomain = (admin: Admin, domain: string) => addConnectionDomain(toActor(admin), null, domain)
