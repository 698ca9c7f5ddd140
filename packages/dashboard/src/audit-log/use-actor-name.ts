import type { AuditEntry } from '../data/rows.ts'
import { nameOwner, useOwners } from '../settings/owners.ts'

const actors: Record<AuditEntry['actor']['type'], string> = {
  user: 'A user',
  owner: 'A former owner',
  'server-key': 'Server key',
  'admin-key': 'Admin key',
  system: 'Latchkey',
  unknown: 'Unknown',
}

/** The name of the owner or key that acted, otherwise the type of the actor. */
export function useActorName(): (entry: AuditEntry) => string {
  const { owners } = useOwners()
  return ({ actor }) => {
    const owner = actor.type === 'owner' && owners.find(({ user_id }) => user_id === actor.id)
    return owner ? nameOwner(owner) : (actor.description ?? actors[actor.type])
  }
}
