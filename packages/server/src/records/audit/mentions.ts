import type { Mention } from '../subjects/queries.ts'
import type { AuditEntryRow } from './queries.ts'

type Mentioning = Pick<AuditEntryRow, 'action' | 'actor_type' | 'actor_id' | 'target_type' | 'target_id' | 'details'>

/** Everything an entry names by ID: who acted, what it is about, and users and teams in its details. */
export function listMentions({ action, actor_type, actor_id, target_type, target_id, details }: Mentioning): Mention[] {
  const found: Mention[] = []
  const add = (type: Mention['type'] | undefined, id: unknown) => {
    if (type && typeof id === 'string') found.push({ type, id })
  }
  add(actorTypes[actor_type], actor_id)
  add(targetTypes[target_type], target_id)
  for (const [name, id] of Object.entries((details ?? {}) as Record<string, unknown>)) {
    const type = detailTypes[name]
    add(action.startsWith('owner.') && type === 'user' ? 'owner' : type, id)
  }
  return found
}

const actorTypes: Record<string, Mention['type']> = {
  user: 'user',
  owner: 'owner',
  'server-key': 'project_key_set',
  'admin-key': 'project_key_set',
}

const targetTypes: Record<string, Mention['type']> = {
  user: 'user',
  team: 'team',
  api_key: 'api_key',
  project_key_set: 'project_key_set',
  webhook_endpoint: 'webhook_endpoint',
}

const detailTypes: Record<string, 'user' | 'team'> = {
  user_id: 'user',
  creator_user_id: 'user',
  on_behalf_of: 'user',
  team_id: 'team',
}

/** An ID that a list is filtered by can be anything but an owner, whose names belong to another project. */
export function listPossible(id: string | undefined): Mention[] {
  return id === undefined ? [] : Object.values(targetTypes).map((type) => ({ type, id }))
}
