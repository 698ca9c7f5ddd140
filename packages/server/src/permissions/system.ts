import type { systemPermissionIds } from '@latchkey/contract'

const descriptions: Record<(typeof systemPermissionIds)[number], string> = {
  $update_team: 'Change the name, the image and the metadata of the team.',
  $delete_team: 'Delete the team.',
  $read_members: 'See who the members are.',
  $remove_members: 'Remove members and revoke invitations.',
  $invite_members: 'Invite people to the team.',
  $manage_api_keys: 'Create, change and revoke the API keys of the team.',
}

/** The permissions that the server itself asks for. Nobody can change or delete them. */
export const systemPermissions = Object.entries(descriptions).map(([id, description]) => ({
  id,
  description,
  contained_permission_ids: [] as string[],
}))
