import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { auditActions } from '@latchkey/contract/audit-actions'
import { expect, test, vi } from 'vitest'
import { isAffected } from './affected-data.ts'

vi.mock('./data.ts', () => ({ reloadOwn: () => {} }))

const source = join(import.meta.dirname, '..')

/** The routes that pages read, as they are written in the sources. */
function listReadRoutes(): string[] {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(?<!\.test)\.tsx?$/.test(path),
  )
  const found = files.flatMap((path) => {
    const text = readFileSync(`${source}/${path}`, 'utf8')
    const names = text.matchAll(/(?:use(?:Data|Loaded|All|Found)\(|const route = )['`](GET [^'`]+)['`]/g)
    return [...names].map(([, name]) => name!.replace(/\$\{\w+\}/, 'team'))
  })
  return [...new Set(found)].sort()
}

test('every route that a page reads is reloaded by an action', () => {
  const actions = [...auditActions, 'email.sent', 'email.failed', 'webhook_delivery.failed']
  const routes = listReadRoutes()
  expect(routes.length).toBeGreaterThan(40)
  expect(routes.filter((route) => !actions.some((action) => isAffected(route, action)))).toEqual([])
})

test('an action reloads what it changes and the audit log, and nothing else', () => {
  expect(isAffected('GET /users/{user_id}', 'passkey.added')).toBe(true)
  expect(isAffected('GET /auth/sessions', 'session.revoked')).toBe(true)
  expect(isAffected('GET /internal/audit-entries', 'passkey.added')).toBe(true)
  expect(isAffected('GET /internal/webhook-endpoints', 'passkey.added')).toBe(false)
  expect(isAffected('GET /internal/overview', 'email.failed')).toBe(true)
  expect(isAffected('GET /internal/overview', 'email.sent')).toBe(false)
})
