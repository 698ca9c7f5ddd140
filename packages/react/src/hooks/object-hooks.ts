import type { ObjectExtensions } from '@latchkey/sdk'
import { createAdminAppHooks } from './admin-app-hooks.ts'
import { createConnectionHooks } from './connected-account-hooks.ts'
import { createDataVaultHooks } from './data-vault-hooks.ts'
import { createProjectHooks } from './project-hooks.ts'
import { createTeamHooks } from './team-hooks.ts'
import { createUserHooks } from './user-hooks.ts'

/** The hooks that the objects of our apps add to the SDK's. */
export const objectHooks: ObjectExtensions = {
  user: createUserHooks,
  team: createTeamHooks,
  connection: createConnectionHooks,
  project: createProjectHooks,
  dataVaultStore: createDataVaultHooks,
  adminApp: createAdminAppHooks,
}
