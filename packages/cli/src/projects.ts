import { adminLine, envFile, type Framework, secretServerLine } from '@latchkey/create/env-file'
import { explainOutage, Failure } from './failures.ts'
import { getOwner } from './session.ts'
import type { SettingOptions } from './settings.ts'
import { print, toPlainText } from './terminal.ts'

export interface CreateProjectOptions extends Pick<SettingOptions, 'apiUrl'> {
  framework: Framework
  adminKey?: boolean
  json?: boolean
}

/** Every key has an end; this one is far away. */
const neverMillis = 36_500 * 86_400_000

/** Like the page in the dashboard that creates projects. */
const config = {
  credentialEnabled: true,
  magicLinkEnabled: true,
  passkeyEnabled: false,
  stepUpRequired: true,
  clientRoleChangesEnabled: true,
  marketingOptIn: true,
}

/** Prints nothing but the result, so that it can be written to a file. */
export async function createProject(displayName: string, options: CreateProjectOptions): Promise<void> {
  const { framework, adminKey = false, json, ...settings } = options
  const { owner, apiUrl } = await getOwner(settings)
  try {
    const team = owner.selectedTeam ?? (await owner.listTeams())[0]
    if (!team) throw new Failure('You are in no team that could own the project.')
    const project = await owner.createProject({ displayName, teamId: team.id, config })
    // Browsers must not get a secret, so a web app has none in its file.
    const hasSecretServerKey = framework === 'node'
    const keys = await project.app.createInternalApiKey({
      description: 'First keys',
      expiresAt: new Date(Date.now() + neverMillis),
      hasPublishableClientKey: true,
      hasSecretServerKey,
      hasSuperSecretAdminKey: adminKey,
    })
    const { publishableClientKey, secretServerKey, superSecretAdminKey } = keys
    if (json) {
      const result = { id: project.id, displayName, apiUrl, publishableClientKey, secretServerKey, superSecretAdminKey }
      print(JSON.stringify(result, null, 2))
      return
    }
    print(`# ${toPlainText(displayName)}. The keys cannot be shown again.`)
    print(envFile(framework, { apiUrl, projectId: project.id, publishableClientKey }))
    if (secretServerKey) print(secretServerLine(secretServerKey))
    if (superSecretAdminKey) print(adminLine(superSecretAdminKey))
  } catch (error) {
    throw explainOutage(error, apiUrl)
  }
}
