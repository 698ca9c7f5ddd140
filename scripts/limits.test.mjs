import { readFileSync } from 'node:fs'
import { describeLimit, rateLimits } from '@latchkey/contract'
import { expect, test } from 'vitest'

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const rows = read('docs/guide/limits.md').split('\n')
const settings = read('docs/configuration.md').split('\n')

/** Tells known from new IP addresses; it refuses nothing. */
const uncounted = ['emailRequestsByAddress']
const names = Object.keys(rateLimits).filter((name) => !uncounted.includes(name))

test.each(names)('the page of limits has %s as it is', (name) => {
  const cells = rows.find((row) => row.endsWith(`| \`${name}\` |`))?.split(' | ') ?? []
  expect(cells[1]?.startsWith(describeLimit(name))).toBe(true)
})

const defaults = rows.flatMap((row) => {
  const [, value, name] = /^\| .+ \| `(\d+)`.* \| `(LATCHKEY_\w+)` \|$/.exec(row) ?? []
  return name ? [[name, value]] : []
})

test.each(defaults)('the page of limits has the default of %s', (name, value) => {
  expect(settings.find((row) => row.startsWith(`| \`${name}\` |`))).toMatch(new RegExp(`\\| \`${value}\` \\|$`))
})

test('the page of limits has every quota and every time that data is kept', () => {
  const all = settings.flatMap((row) => /^\| `(LATCHKEY_(?:QUOTA|KEEP)_\w+)`/.exec(row)?.[1] ?? [])
  expect(all.length).toBeGreaterThan(10)
  expect(all.filter((name) => !defaults.some(([known]) => known === name))).toEqual([])
})

const contract = 'packages/contract/src'
const server = 'packages/server/src'
const directories = `${server}/identity/directories/scim`

/** Where each number comes from: whoever changes one finds the row to change here. */
test.each([
  ['Request body', '1.5 MB; 6 MB', `${server}/http/body.ts`, 'maxBodyBytes = 1_500_000'],
  ['Request body', '1.5 MB; 6 MB', `${server}/api/app.ts`, "'POST /data-vault/stores/{store}/set': 6_000_000"],
  ['JSON body', '150,000 values', `${server}/http/json.ts`, 'maxValues = 150_000'],
  ['JSON body', '20,000 objects', `${server}/http/json.ts`, 'maxMembers = 20_000'],
  ['JSON body', '512 levels', `${server}/http/json.ts`, 'maxDepth = 512'],
  ['Form body', '1,000 fields', `${server}/http/body.ts`, 'maxFormFields = 1_000'],
  ['Request headers', '16 kB', `${server}/http/listen.ts`, 'maxHeaderBytes: 16 * 1024'],
  ['List in one response', '1,000 items', `${server}/platform/db/bounded-list.ts`, 'maxListed = 1_000'],
  ['List in one response', '1 MB', `${server}/platform/db/bounded-list.ts`, 'maxListedBytes = 1_000_000'],
  ['List in a request', '1,000 items', `${contract}/fields.ts`, 'maxListItems = 1_000'],
  ['Password', '8 to 70', `${contract}/fields.ts`, 'maxPasswordLength = 70'],
  ['Passkeys of', '20,', `${contract}/passkey.ts`, 'maxPasskeys = 20'],
  ['Passkeys of', '100 characters', `${contract}/passkey.ts`, 'maxPasskeyName = 100'],
  ['Trusted devices of', '20,', `${contract}/trusted-devices.ts`, 'maxTrustedDevices = 20'],
  ['Trusted devices of', '30 days', `${contract}/trusted-devices.ts`, 'trustedDeviceDays = 30'],
  ['Trusted users of', '5', `${contract}/trusted-devices.ts`, 'maxSentTrustedDevices = 5'],
  ['Metadata of', '256 kB', `${contract}/fields.ts`, 'maxMetadataBytes = 256_000'],
  ['Images of', '100 kB', `${server}/platform/files/images.ts`, 'maxPortraitBytes = 104_857'],
  ['Project logos', '1 MB', `${server}/platform/files/images.ts`, 'maxLogoBytes = 1_000_000'],
  ['ID of a permission', '256 characters', `${contract}/fields.ts`, 'maxPermissionIdLength = 256'],
  ['Scopes', '50, with 1,500', `${contract}/oauth.ts`, 'maxScopeLength = 1_500\nconst maxScopes = 50'],
  ['[Failures]', '14 days', `${server}/records/traces/write-queries.ts`, 'keptDays = 14'],
  ['[Failures]', '500 of each sort', `${server}/records/traces/write-queries.ts`, 'keptOfSort = 500'],
  ['[Failures]', '5,000 of a project', `${server}/records/traces/write-queries.ts`, 'keptOfProject = 5_000'],
  ['Imported password', '14', `${server}/identity/password/hash.ts`, 'bcryptMaxCost = 14'],
  ['Configuration', '1,000,000', `${server}/projects/project-config/update.ts`, 'maxCharacters = 1_000_000'],
  ['Configuration', '100 changes', `${server}/projects/project-config/history-queries.ts`, 'maxChanges = 100'],
  ['Recipients', '100,000', `${contract}/emails.ts`, '.max(100_000)'],
  ['Source code', '500,000', `${contract}/email-sources.ts`, '.max(500_000)'],
  ['Visual email', '200,000', `${contract}/email-document.ts`, 'characters: 200_000'],
  ['Visual email', '2,000 parts, 12', `${contract}/email-document.ts`, 'nodes: 2_000'],
  ['Visual email', '12 levels', `${contract}/email-document.ts`, 'depth: 12'],
  ['Webhook endpoints', '50,', `${server}/webhooks/routes.ts`, 'maxEndpoints = 50'],
  ['Password hashes', '100 per project', `${server}/identity/password/hash.ts`, 'maxWaitingOfProject: 100'],
  ['Lists, searches', '250 per project', `${server}/http/heavy-reads.ts`, 'maxWaitingOfProject: 250'],
  ['Requests to directories', '4 per process', `${server}/api/scim.ts`, 'maxRunning: 4'],
  ['Requests to directories', '200 per directory', `${server}/api/scim.ts`, 'maxWaitingOfProject: 200'],
  ['Request to a directory', '256 kB', `${server}/api/scim.ts`, 'maxBodyBytes = 256_000'],
  ['Request to a directory', '1,000 operations', `${directories}/patch.ts`, 'maxOperations = 1_000'],
  ['Request to a directory', '1,000 members', `${directories}/groups.ts`, 'maxMembersPerPatch = 1_000'],
  ['Groups of', '5,000, with 20,000', `${directories}/groups.ts`, 'maxGroups = 5_000\nconst maxMembers = 20_000'],
  ['Filter of', '1,000 characters and 30', `${directories}/filter.ts`, 'maxLength = 1_000\nconst maxNodes = 30'],
  ['Page of a directory', '200', `${directories}/request.ts`, 'maxPage = 200'],
  ['Operations of', 'hundred', `${server}/identity/directories/queries.ts`, 'keptOperations = 100'],
  ['Emails', '2 per project', `${server}/emails/outbox/queries.ts`, "'send-email': 2"],
  ['Webhooks', '16 endpoints', `${server}/webhooks/delivery-queries.ts`, 'maxAtOnce = 16'],
  ['Session', '365 days', `${server}/accounts/sessions/start.ts`, 'interactiveSessionMillis = 365 * 24 * 3600 * 1000'],
  ['Session', '367 days', `${contract}/sessions.ts`, 'maxSessionMillis = 31_708_800_000'],
  ['Link to reset', 'One hour', `${server}/records/verification-codes/queries.ts`, "'password-reset': 60 * minute"],
  ['Code or link', '10 minutes', `${server}/records/verification-codes/queries.ts`, "'sign-in': 10 * minute"],
  ['Attempts for one code', '20', `${server}/accounts/verification-codes/use.ts`, 'maxAttempts = 20'],
  [
    'Signing keys',
    '90 days',
    `${server}/accounts/sessions/signing-keys.ts`,
    'generationMillis = 90 * 24 * 3600 * 1000',
  ],
  [
    'OAuth clients of',
    '10,000 that registered themselves',
    `${server}/identity/oauth-clients/registration.ts`,
    'maxRegistered = 10_000',
  ],
  ['OAuth client that', '7 days', `${server}/identity/oauth-clients/registration.ts`, 'unusedMillis = 7 * 24'],
  ['OAuth client that', '90 days', `${server}/identity/oauth-clients/queries.ts`, "interval '90 days'"],
  ['Keys that such', '20 kB', `${server}/identity/oauth-clients/documents.ts`, 'maxKeysBytes = 20_000'],
  ['Database statement', '4 seconds', `${server}/platform/db/database.ts`, 'defaultStatementMillis = 4_000'],
])('the page of limits has for %s: %s', (row, text, file, code) => {
  expect(rows.find((line) => line.startsWith(`| ${row}`) && line.includes(text))).toBeDefined()
  expect(read(file)).toContain(code)
})
