import type { systemPermissionIds } from '@latchkey/contract'

const descriptions: Record<(typeof systemPermissionIds)[number], string> = {
  $update_team: "Change the team's name, image and metadata.",
  $delete_team: 'Delete the team.',
  $read_members: 'List the members of the team.',
  $remove_members: 'Remove members and revoke invitations.',
  $invite_members: 'Invite people to the team.',
  $manage_api_keys: "Create, change and revoke the team's API keys.",
  $manage_connections: "Set up the team's identity providers and email domains.",
}

/** The permissions that the server itself checks. They cannot be changed or deleted. */
export const systemPermissions = Object.entries(descriptions).map(([id, description]) => ({
  id,
  description,
  contained_permission_ids: [] as string[],
}))
