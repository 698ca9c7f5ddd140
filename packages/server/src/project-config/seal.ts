import type { Secrets } from '../secrets.ts'
import { lowerCaseIds } from './ids.ts'
import { modernizeOverride } from './older-forms.ts'
import type { Override } from './override.ts'

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
