import type { OwnerRole } from '@latchkey/contract/owner-roles'

/** From most to least privileged. */
export const roleTexts: Record<OwnerRole, { name: string; hint: string }> = {
  owner: { name: 'Owner', hint: 'Everything, including owners, transfer and deletion.' },
  admin: { name: 'Admin', hint: 'Everything except owners, transfer and deletion.' },
  developer: { name: 'Developer', hint: 'Settings, keys, emails and webhooks. Can view users but not change them.' },
  support: { name: 'Support', hint: 'Users, teams, restrictions and signing in as a user. No settings, no keys.' },
  viewer: { name: 'Viewer', hint: 'Can view everything except secrets, and change nothing.' },
}
