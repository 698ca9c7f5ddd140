import type { Secrets } from '../../platform/secrets.ts'
import { lowerCaseIds } from './ids.ts'
import { modernizeOverride } from './older-forms.ts'
import { expandOverride, type Override } from './override.ts'

/** Settings that are secrets of third-party services. They are encrypted in the database and decrypted in memory. */
const secretPaths = /^(?:emails\.server\.password|auth\.oauth\.providers\.[^.]+\.clientSecret)$/

export function isSecretPath(path: string): boolean {
  return secretPaths.test(path)
}

export function sealOverride(override: Override, projectId: string, secrets: Secrets): Override {
  return mapSecrets(override, (text, path) => secrets.encrypt(text, purposeOf(projectId, path)))
}

/** The stored settings, decrypted and converted to the current form. */
export function openOverride(stored: Override, projectId: string, secrets: Secrets): Override {
  return mapSecrets(lowerCaseIds(modernizeOverride(stored)), (sealed, path) =>
    secrets.decrypt(sealed, purposeOf(projectId, path)),
  )
}

/** What stands for a secret where settings are shown. */
export const hiddenSecret = '(secret)'

/** For overrides, and for complete configurations. */
export function hideSecrets<T extends object>(config: T): T {
  return mapSecrets(config as Override, () => hiddenSecret) as T
}

/** Puts the stored secrets back where a tree of settings has only their placeholder, as far as there are any. */
export function keepSecrets(tree: Override, stored: Override): { tree: Override; missing: string[] } {
  const known = new Map<string, string>()
  mapSecrets(expandOverride(stored), (text, path) => {
    known.set(path, text)
    return text
  })
  const missing: string[] = []
  const filled = mapSecrets(tree, (text, path) => {
    if (text !== hiddenSecret) return text
    const secret = known.get(path)
    if (secret === undefined) missing.push(path)
    return secret ?? text
  })
  return { tree: filled, missing }
}

function purposeOf(projectId: string, path: string): string {
  return `config of ${projectId}: ${path}`
}

function mapSecrets(override: Override, map: (text: string, path: string) => string): Override {
  const visit = (value: unknown, path: string): unknown => {
    if (typeof value === 'string') return isSecretPath(path) ? map(value, path) : value
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, visit(member, join(path, key))]))
  }
  return visit(override, '') as Override
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}
