import { explainOutage, Failure } from './failures.ts'
import { getOwner } from './session.ts'
import type { SettingOptions } from './settings.ts'
import { print, toPlainText } from './terminal.ts'

export interface CreateProjectOptions extends Pick<SettingOptions, 'apiUrl'> {
  json?: boolean
}

/** Every key has an end; this one is far away. */
const neverMillis = 36_500 * 86_400_000

/** Prints nothing but the result, so that it can be written to a file. */
export async function createProject(displayName: string, { json, ...options }: CreateProjectOptions): Promise<void> {
  const { owner, apiUrl } = await getOwner(options)
  try {
    const team = owner.selectedTeam ?? (await owner.listTeams())[0]
    if (!team) throw new Failure('You are in no team that could own the project.')
    const config = { stepUpRequired: true }
    const project = await owner.createProject({ displayName, teamId: team.id, config })
    const keys = await project.app.createInternalApiKey({
      description: 'First keys',
      expiresAt: new Date(Date.now() + neverMillis),
      hasPublishableClientKey: true,
      hasSecretServerKey: true,
      hasSuperSecretAdminKey: true,
    })
    const { publishableClientKey, secretServerKey, superSecretAdminKey } = keys
    if (json) {
      const result = { id: project.id, displayName, apiUrl, publishableClientKey, secretServerKey, superSecretAdminKey }
      print(JSON.stringify(result, null, 2))
      return
    }
    print(`# ${toPlainText(displayName)}. The keys cannot be shown again.`)
    print(`LATCHKEY_API_URL=${apiUrl}`)
    print(`LATCHKEY_PROJECT_ID=${project.id}`)
    print(`LATCHKEY_PUBLISHABLE_CLIENT_KEY=${publishableClientKey}`)
    print(`LATCHKEY_SECRET_SERVER_KEY=${secretServerKey}`)
    print(`LATCHKEY_SUPER_SECRET_ADMIN_KEY=${superSecretAdminKey}`)
  } catch (error) {
    throw explainOutage(error, apiUrl)
  }
}
