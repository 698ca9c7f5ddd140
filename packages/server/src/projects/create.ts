import { randomUUID } from 'node:crypto'
import type { Environment } from '@latchkey/contract'
import type { Db } from '../platform/db/database.ts'
import type { Secrets } from '../platform/secrets.ts'
import { mergeOverride, type Override } from './project-config/override.ts'
import { sealOverride } from './project-config/seal.ts'
import { insertProjectRow } from './queries.ts'

/** The initial settings of a new project. Values given at its creation take precedence. */
export const newProjectDefaults: Override = {
  'domains.allowLocalhost': true,
  'auth.password.allowSignIn': true,
  'rbac.permissions': {
    team_member: {
      description: 'Default permissions of team members.',
      scope: 'team',
      containedPermissionIds: { $read_members: true, $invite_members: true },
    },
    team_admin: {
      description: 'Permissions of team admins.',
      scope: 'team',
      containedPermissionIds: {
        $update_team: true,
        $delete_team: true,
        $read_members: true,
        $remove_members: true,
        $invite_members: true,
        $manage_api_keys: true,
      },
    },
  },
  'rbac.defaultPermissions.teamCreator': { team_admin: true },
  'rbac.defaultPermissions.teamMember': { team_member: true },
}

export interface NewProject {
  id?: string
  displayName: string
  description?: string
  logoUrl?: string | null
  fullLogoUrl?: string | null
  isProductionMode?: boolean
  ownerTeamId: string | null
  environment?: { name: Environment; groupId: string }
  settings: Override
  /** What the settings are merged over, if not over those of a new project. */
  defaults?: Override
}

export async function insertProject(db: Db, project: NewProject, secrets: Secrets, now: Date): Promise<string> {
  const id = project.id ?? randomUUID()
  const override = mergeOverride(project.defaults ?? newProjectDefaults, project.settings)
  await insertProjectRow(db, id, {
    display_name: project.displayName,
    description: project.description ?? '',
    logo_url: project.logoUrl ?? null,
    full_logo_url: project.fullLogoUrl ?? null,
    is_production_mode: project.isProductionMode ?? false,
    owner_team_id: project.ownerTeamId,
    environment: project.environment?.name ?? null,
    environment_group_id: project.environment?.groupId ?? null,
    config_override: JSON.stringify(sealOverride(override, id, secrets)),
    created_at: now,
  })
  return id
}
