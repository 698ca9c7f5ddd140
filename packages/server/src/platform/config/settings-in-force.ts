import { listSettings } from './read-values.ts'
import { groups, type Variable } from './settings.ts'

/** A setting of this node, and where its value comes from. Secrets are masked. */
export interface SettingInForce {
  name: string
  group: string
  description: string
  value: string | null
  otherwise: string | null
  source: 'environment' | 'data-folder' | 'default'
}

const mask = '••••••••'
/** Generated at the first start, unless they are given. */
const kept = new Set<Variable>([
  'LATCHKEY_SECRET',
  'LATCHKEY_INTERNAL_PUBLISHABLE_CLIENT_KEY',
  'LATCHKEY_INTERNAL_SECRET_SERVER_KEY',
  'LATCHKEY_INTERNAL_SUPER_SECRET_ADMIN_KEY',
])

export function describeSettings(given: Partial<Record<Variable, string>>): SettingInForce[] {
  let group = ''
  return listSettings().map(([name, setting]) => {
    group = groups[name] ?? group
    const isKept = given[name] === undefined && kept.has(name)
    const isMasked = isKept || (given[name] !== undefined && setting.isSecret)
    const text = given[name] ?? setting.default ?? null
    return {
      name,
      group,
      description: setting.sentence,
      value: isMasked ? mask : text && hidePassword(text),
      otherwise: setting.otherwise ?? null,
      source: given[name] !== undefined ? 'environment' : isKept ? 'data-folder' : 'default',
    }
  })
}

/** URLs of databases and other servers may contain one, also among their parameters. */
function hidePassword(text: string): string {
  return text
    .replace(/\/\/[^/@\s]*@/, `//${mask}@`)
    .replace(/([?&][^=&]*(?:password|secret|token|key)[^=&]*=)[^&]*/gi, `$1${mask}`)
}
