import type { OwnerRole } from '@latchkey/contract/owner-roles'

/** From the one that may most to the one that may least. */
export const roleTexts: Record<OwnerRole, { name: string; hint: string }> = {
  owner: { name: 'Owner', hint: 'Everything, including owners, transfer and deletion.' },
  admin: { name: 'Admin', hint: 'Everything except owners, transfer and deletion.' },
  developer: { name: 'Developer', hint: 'Settings, keys, emails and webhooks. Sees users but does not change them.' },
  support: { name: 'Support', hint: 'Users, teams, restrictions and signing in as a user. No settings, no keys.' },
  viewer: { name: 'Viewer', hint: 'Sees everything except secrets, and changes nothing.' },
}
