import { type Capability, type OwnerRole, rolesFor } from '@latchkey/contract/owner-roles'

export const roleNames: Record<OwnerRole, string> = {
  owner: 'Owner',
  admin: 'Admin',
  developer: 'Developer',
  support: 'Support',
  viewer: 'Viewer',
}

/** What roles allow, in words. The capabilities of an entry belong to the same roles, so one phrase stands for all. */
export const abilities: readonly (readonly [phrase: string, capabilities: readonly Capability[]])[] = [
  ['view users and payments', ['read']],
  ['view settings and keys', ['read-setup']],
  ['change users and teams', ['users', 'accounts', 'teams']],
  ['change settings and keys', ['settings', 'keys', 'secrets']],
  ['grant offers and export lists', ['payments', 'export']],
  ['manage owners', ['owners']],
  ['transfer or delete the project', ['ownership']],
]

/** What a role can and cannot do, from the table that the server checks. */
export function describeRole(role: OwnerRole): string {
  const isAllowed = ([, needed]: (typeof abilities)[number]) =>
    needed.every((capability) => rolesFor(capability, { isInternal: false }).includes(role))
  const can = abilities.filter(isAllowed).map(([phrase]) => phrase)
  const cannot = abilities.filter((ability) => !isAllowed(ability)).map(([phrase]) => phrase.replace(' and ', ' or '))
  if (cannot.length === 0) return 'Can do everything.'
  if (cannot.length <= 2) return `Can do everything except ${list(cannot, 'disjunction')}.`
  return `Can ${list(can, 'conjunction')}. Cannot ${list(cannot, 'disjunction')}.`
}

const list = (phrases: readonly string[], type: 'conjunction' | 'disjunction') =>
  new Intl.ListFormat('en', { type }).format(phrases)
