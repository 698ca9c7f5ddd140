import { useData } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { type Definition, holdersOf, isRole, type Scope } from './scope.ts'

/** How many members or users have each permission. One request for all of them. */
export function useHolderCounts(scope: Scope): ReadonlyMap<string, number> {
  const { items } = useData('GET /internal/permission-usage', { query: { scope } })
  return new Map(items.map(({ id, holder_count }) => [id, holder_count]))
}

export const defaultLists = {
  team: [
    { key: 'teamCreator', listed: 'team_creator_default_permissions', header: 'Team creators' },
    { key: 'teamMember', listed: 'team_member_default_permissions', header: 'New members' },
  ],
  project: [{ key: 'signUp', listed: 'user_default_permissions', header: 'New users' }],
} as const

interface Deletion {
  scope: Scope
  definition: Definition
  definitions: readonly Definition[]
}

/** What deleting a definition takes away from whom. */
export function useDeletionEffects({ scope, definition, definitions }: Deletion): string {
  const { id } = definition
  const { config } = useProject()
  const count = useHolderCounts(scope).get(id) ?? 0
  const noun = isRole(definition) ? 'role' : 'permission'
  const [one, many] = holdersOf[scope]
  const containers = definitions.filter((other) => other.contained_permission_ids.includes(id)).map((other) => other.id)
  const receivers = defaultLists[scope]
    .filter(({ listed }) => config[listed].some((entry) => entry.id === id))
    .map(({ header }) => header.toLowerCase())
  return [
    count > 0
      ? `In use: ${count.toLocaleString('en')} ${count === 1 ? `${one} has` : `${many} have`} this ${noun} and will lose it.`
      : `No ${one} has this ${noun}.`,
    containers.length > 0 && `It will be removed from ${list(containers)}.`,
    receivers.length > 0 && `It will no longer be granted to ${list(receivers)}.`,
    'This cannot be undone.',
  ]
    .filter(Boolean)
    .join(' ')
}

const list = (texts: readonly string[]) => new Intl.ListFormat('en').format(texts)
