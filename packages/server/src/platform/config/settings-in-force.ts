import { type Setting, settings } from './settings.ts'

/** A setting of this node, and where its value comes from. Secrets are masked. */
export interface SettingInForce {
  name: string
  description: string
  value: string | null
  otherwise: string | null
  source: 'environment' | 'data-folder' | 'default'
}

const mask = '••••••••'
/** Generated at the first start, unless they are given. */
const kept = new Set<string>([
  settings.secret.name,
  settings.publishableClientKey.name,
  settings.secretServerKey.name,
  settings.superSecretAdminKey.name,
])

export function describeSettings(env: NodeJS.ProcessEnv): SettingInForce[] {
  return Object.values<Setting<unknown>>(settings).map((setting) => {
    const given = env[setting.name]
    const isGiven = given !== undefined && given !== ''
    const isKept = !isGiven && kept.has(setting.name)
    const text = isGiven ? given : setting.default
    const isMasked = isKept || (isGiven && setting.isSecret)
    return {
      name: setting.name,
      description: setting.sentence,
      value: isMasked ? mask : text === undefined ? null : hidePassword(text),
      otherwise: setting.otherwise ?? null,
      source: isGiven ? 'environment' : isKept ? 'data-folder' : 'default',
    }
  })
}

/** URLs of databases and other servers may contain one, also among their parameters. */
function hidePassword(text: string): string {
  return text
    .replace(/\/\/[^/@\s]*@/, `//${mask}@`)
    .replace(/([?&][^=&]*(?:password|secret|token|key)[^=&]*=)[^&]*/gi, `$1${mask}`)
}
