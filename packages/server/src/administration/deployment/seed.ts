import { randomUUID } from 'node:crypto'
import type { PasswordHasher } from '../../identity/password/hash.ts'
import type { Config } from '../../platform/config.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { internalProjectId } from '../../platform/internal-project.ts'
import { hashToken, type Secrets } from '../../platform/secrets.ts'
import { insertProject } from '../../projects/create.ts'
import { applySettings } from '../../projects/deployment/given-settings.ts'
import { closesLocalhost, trustOwnAddress } from '../../projects/deployment/own-address.ts'
import { lockDeployment, setFact } from '../../projects/deployment/queries.ts'
import { byServer } from '../../projects/project-config/author.ts'
import type { Override } from '../../projects/project-config/override.ts'
import { renderConfig } from '../../projects/project-config/render.ts'
import { getConfigForShare, updateConfig } from '../../projects/project-config/update.ts'
import { findKeySet, insertKeySet } from '../../projects/project-keys/queries.ts'
import { getProjectForUpdate } from '../../projects/queries.ts'
import { giveDemo, insertFirstUser } from './first-user.ts'
import { deleteKeySet, demoProjectFact, findDemoProject, hasProject } from './queries.ts'

export interface InternalKeys {
  publishableClientKey: string
  secretServerKey: string
  superSecretAdminKey: string
}

type SeededBy = Pick<Config, 'url' | 'isProduction'> & Partial<Pick<Config, 'internalProject'>>

const internalKeySetId = '00000000-0000-4000-8000-000000000001'
const farFuture = new Date('2200-01-01T00:00:00Z')

/** Makes sure that the internal project and its keys exist. Runs at every start of every node. */
export async function seedInternalProject(
  db: Db,
  options: { config: SeededBy; keys: InternalKeys; secrets: Secrets; passwords: PasswordHasher; now: Date },
): Promise<void> {
  const { config, keys, secrets, passwords, now } = options
  const { url, isProduction } = config
  const { firstUser, ...given } = config.internalProject ?? {}
  await inTransaction(db, async (trx) => {
    await lockDeployment(trx)
    if (!(await hasProject(trx, internalProjectId))) {
      const settings = internalSettings(config)
      const project = { id: internalProjectId, displayName: 'Latchkey Dashboard', ownerTeamId: null, settings }
      await insertProject(trx, project, secrets, now)
    }
    await applySettings(trx, { ...given, url, isProduction }, secrets, now)
    if (firstUser) await insertFirstUser(trx, firstUser, { secrets, passwords, now })
    const set = await findKeySet(trx, internalProjectId, internalKeySetId)
    if (set?.super_secret_admin_key_hash?.equals(hashToken(keys.superSecretAdminKey))) {
      const isSame =
        set.publishable_client_key_hash?.equals(hashToken(keys.publishableClientKey)) &&
        set.secret_server_key_hash?.equals(hashToken(keys.secretServerKey))
      if (isSame) return
    }
    await deleteKeySet(trx, internalProjectId, internalKeySetId)
    const description = 'Keys of this deployment, from its configuration'
    await insertKeySet(trx, internalProjectId, { id: internalKeySetId, description, now, expiresAt: farFuture, keys })
  })
}

export function internalSettings(config: Pick<Config, 'url' | 'isProduction'>): Override {
  return {
    'domains.allowLocalhost': !closesLocalhost(config),
    ...trustOwnAddress('dashboard', config.url, renderConfig({}).domains),
    'teams.createPersonalTeamOnSignUp': true,
    'teams.allowClientTeamCreation': true,
    'rbac.permissions': {
      team_member: {
        description: 'Can see the members of the team.',
        scope: 'team',
        containedPermissionIds: { $read_members: true },
      },
      team_admin: {
        description: 'Can manage the projects of the team.',
        scope: 'team',
        containedPermissionIds: { $read_members: true, $remove_members: true, $update_team: true },
      },
    },
    'payments.items.dashboard_admins': { displayName: 'Dashboard admins', customerType: 'team' },
    'payments.groups.plans': { displayName: 'Plans' },
    'payments.offers.free': {
      displayName: 'Free',
      groupId: 'plans',
      customerType: 'team',
      prices: 'include-by-default',
      includedItems: { dashboard_admins: { quantity: 1 } },
    },
    'payments.offers.team': {
      displayName: 'Team',
      groupId: 'plans',
      customerType: 'team',
      prices: { monthly: { USD: '49', interval: [1, 'month'] } },
      includedItems: { dashboard_admins: { quantity: 5 } },
    },
    'payments.offers.growth': {
      displayName: 'Growth',
      groupId: 'plans',
      customerType: 'team',
      prices: { monthly: { USD: '299', interval: [1, 'month'] } },
      includedItems: { dashboard_admins: { quantity: 25 } },
    },
  }
}

export interface DemoProject {
  projectId: string
  publishableClientKey: string
}

/**
 * The project of the demo app. Its publishable key is derived from the secret, because only hashes of keys are stored. An
 * existing demo project is not changed, because a developer may be trying out settings; only the current URL of the demo
 * is added to its trusted domains.
 */
export async function seedDemoProject(
  db: Db,
  options: { url: string; secrets: Secrets; now: Date },
): Promise<DemoProject> {
  const { url, secrets, now } = options
  const publishableClientKey = `pck_demo_${secrets.deriveBytes('demo publishable client key', 24).toString('hex')}`
  return inTransaction(db, async (trx) => {
    await lockDeployment(trx)
    const { owner_team_id: ownerTeamId } = await getProjectForUpdate(trx, internalProjectId)
    const known = await findDemoProject(trx)
    if (known) {
      if (ownerTeamId) await giveDemo(trx, known, ownerTeamId, now)
      const { domains } = await getConfigForShare(trx, known, secrets)
      await updateConfig(trx, known, trustOwnAddress('demo', url, domains), secrets, byServer(now))
      return { projectId: known, publishableClientKey }
    }

    const projectId = randomUUID()
    const settings = {
      'auth.otp.allowSignIn': true,
      'auth.passkey.allowSignIn': true,
      'auth.stepUp.isRequired': true,
      'users.allowClientUserDeletion': true,
      'teams.allowClientTeamCreation': true,
      'teams.allowClientRoleChanges': true,
      'emails.isMarketingOptIn': true,
      'apiKeys.enabled.user': true,
      'apiKeys.enabled.team': true,
      'auth.oauth.providers': { google: demoProvider('google'), github: demoProvider('github') },
      ...trustOwnAddress('demo', url, renderConfig({}).domains),
    }
    const description = 'The project of the demo at /demo. If you delete it, it is created again at the next start.'
    await insertProject(
      trx,
      { id: projectId, displayName: 'Latchkey demo', description, ownerTeamId, settings },
      secrets,
      now,
    )
    const keys = { publishableClientKey }
    await insertKeySet(trx, projectId, { description: 'The demo app', now, expiresAt: farFuture, keys })
    await setFact(trx, demoProjectFact, projectId)
    return { projectId, publishableClientKey }
  })
}

/** With shared keys, so that the development identity provider is used on a developer's machine. */
function demoProvider(type: 'google' | 'github') {
  return { type, isShared: true, allowSignIn: true, allowConnectedAccounts: true }
}
