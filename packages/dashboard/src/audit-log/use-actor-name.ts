import type { AuditEntry } from '@latchkey/react'
import { nameOwner, useOwners } from '../settings/owners.ts'

const actors: Record<AuditEntry['actor']['type'], string> = {
  user: 'A user',
  owner: 'A former owner',
  'server-key': 'Server key',
  'admin-key': 'Admin key',
  system: 'Latchkey',
  unknown: 'Unknown',
}

/** Who did it: the name of an owner or a key, or what kind of actor it was. */
export function useActorName(): (entry: AuditEntry) => string {
  const { owners } = useOwners()
  return ({ actor }) => {
    const owner = actor.type === 'owner' && owners.find(({ user_id }) => user_id === actor.id)
    return owner ? nameOwner(owner) : (actor.description ?? actors[actor.type])
  }
}
