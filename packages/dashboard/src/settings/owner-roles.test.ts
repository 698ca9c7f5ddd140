import { capabilities, ownerRoles, rolesFor } from '@latchkey/contract/owner-roles'
import { expect, test } from 'vitest'
import { abilities, describeRole } from './owner-roles.ts'

const rolesOf = (capability: (typeof capabilities)[number]) => rolesFor(capability, { isInternal: false })

test('has words for every capability, and one phrase only for capabilities of the same roles', () => {
  expect(abilities.flatMap(([, needed]) => needed).sort()).toEqual(capabilities.toSorted())
  for (const [, [first, ...others]] of abilities) {
    for (const other of others) expect([other, rolesOf(other)]).toEqual([other, rolesOf(first!)])
  }
})

test('says of every role what it can and cannot do', () => {
  expect(Object.fromEntries(ownerRoles.map((role) => [role, describeRole(role)]))).toEqual({
    owner: 'Can do everything.',
    admin: 'Can do everything except manage owners or transfer or delete the project.',
    developer:
      'Can view users and payments, view settings and keys, change settings and keys, and grant offers and export ' +
      'lists. Cannot change users or teams, manage owners, or transfer or delete the project.',
    support:
      'Can view users and payments, change users and teams, and grant offers and export lists. Cannot view settings ' +
      'or keys, change settings or keys, manage owners, or transfer or delete the project.',
    viewer:
      'Can view users and payments and view settings and keys. Cannot change users or teams, change settings or keys, ' +
      'grant offers or export lists, manage owners, or transfer or delete the project.',
  })
})
