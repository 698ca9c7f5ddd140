import { expect, test } from 'vitest'
import type { Project } from '../data/rows.ts'
import { listProductionChecks } from './production-problems.ts'

const failures = (config: object) =>
  listProductionChecks({ config } as Project)
    .filter(({ reason }) => reason)
    .map(({ name }) => name)

test('a project for development fails, also for what it shares with other projects', () => {
  const config = {
    allow_localhost: true,
    domains: [],
    oauth_providers: [{ id: 'google', type: 'shared' }],
    email_config: { type: 'shared' },
  }
  expect(failures(config)).toEqual([
    'Localhost is trusted',
    'The app has no domain',
    'Google uses shared keys',
    'Emails are sent by the shared server',
  ])
})

test.each([
  [true, 'They come from this server’s address.'],
  [false, 'They come from this server’s address, and your own templates are not used.'],
])('tells what the shared email server does: own texts %s', (allowsOwnText, reason) => {
  const config = { domains: [], oauth_providers: [], email_config: { type: 'shared' } }
  expect(listProductionChecks({ config } as unknown as Project, allowsOwnText)).toContainEqual(
    expect.objectContaining({ reason }),
  )
})

test('a project with its own domain, keys and email server passes', () => {
  const config = {
    allow_localhost: false,
    domains: [{ domain: 'https://example.com' }],
    oauth_providers: [{ id: 'google', type: 'standard' }],
    email_config: { type: 'standard' },
  }
  expect(failures(config)).toEqual([])
})
