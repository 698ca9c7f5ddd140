import type { ObjectExtensions } from '@latchkey/sdk'
import { createConnectionHooks } from './connected-account-hooks.ts'
import { createDataVaultHooks } from './data-vault-hooks.ts'
import { createProjectHooks } from './project-hooks.ts'
import { createTeamHooks } from './team-hooks.ts'
import { createUserHooks } from './user-hooks.ts'

/** What the objects of an app with hooks have beyond those of the SDK. */
export const objectHooks: ObjectExtensions = {
  user: createUserHooks,
  team: createTeamHooks,
  connection: createConnectionHooks,
  project: createProjectHooks,
  dataVaultStore: createDataVaultHooks,
  // Few apps administer projects, so the others do not carry this.
  loadAdminApp: async () => (await import('./admin-app-hooks.ts')).createAdminAppHooks,
}
