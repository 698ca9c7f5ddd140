import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Files that take over 20 s and still run with `npm test`, and why. */
export const slowEveryday = {
  'e2e/bound-sessions.test.ts': 'a stolen session in a second browser, and what an app without keys may do',
  'e2e/dashboard-sign-in-methods.test.ts': 'the page with the most settings',
  'e2e/forgotten-password.test.ts': 'waits for emails',
  'e2e/magic-link.test.ts': 'waits for emails',
  'e2e/nextjs.test.ts': 'installs and builds the Next.js example',
  'e2e/password.test.ts': 'the journeys that most people take',
  'e2e/second-factor.test.ts': 'waits for the next code of an authenticator app',
  'e2e/team-invitation.test.ts': 'waits for emails',
  'packages/react/src/sign-in/auth-page.test.tsx': 'every state of the page that most people see',
  'packages/server/src/administration/owners/routes.test.ts': 'a database and a server for each test',
  'packages/server/src/http/every-route.test.ts': 'every route with every credential',
  'packages/server/src/identity/users/claim.test.ts': 'every way to take over an address',
}

/** The tests that only `npm run test:all` runs, and why they are not in `npm test`. */
export const parts = [
  { name: 'bundle budgets', why: 'builds every entry point with four bundlers', script: 'scripts/budgets.mjs' },
  {
    name: 'long browser journeys',
    why: 'each takes about 20 s or more; shorter ones cover the same pages',
    files: [
      'e2e/accessibility.test.ts',
      'e2e/account-recovery.test.ts',
      'e2e/account-settings.test.ts',
      'e2e/browser-storage.test.ts',
      'e2e/cli-confirmation.test.ts',
      'e2e/company-sign-in.test.ts',
      'e2e/dashboard-conflicts.test.ts',
      'e2e/dashboard-emails.test.ts',
      'e2e/dashboard-filled.test.ts',
      'e2e/dashboard-owner-roles.test.ts',
      'e2e/dashboard-owners.test.ts',
      'e2e/dashboard-payments.test.ts',
      'e2e/dashboard-permissions.test.ts',
      'e2e/dashboard-projects.test.ts',
      'e2e/dashboard-server.test.ts',
      'e2e/dashboard-settings.test.ts',
      'e2e/dashboard-teams.test.ts',
      'e2e/dashboard-user.test.ts',
      'e2e/dashboard-users.test.ts',
      'e2e/dashboard-views.test.ts',
      'e2e/dashboard-webhooks.test.ts',
      'e2e/dashboard.test.ts',
      'e2e/docs.test.ts',
      'e2e/email-scanner.test.ts',
      'e2e/ended-sessions.test.ts',
      'e2e/expired-links.test.ts',
      'e2e/identifier-flow.test.ts',
      'e2e/identity-provider.test.ts',
      'e2e/inbox.test.ts',
      'e2e/layout.test.ts',
      'e2e/oauth.test.ts',
      'e2e/passkey.test.ts',
      'e2e/payment-setup.test.ts',
      'e2e/purchase-cards.test.ts',
      'e2e/purchase.test.ts',
      'e2e/required-second-factor.test.ts',
      'e2e/several-accounts.test.ts',
    ],
  },
  {
    name: 'long server suites',
    why: 'start servers and databases of their own, or wait for deadlines',
    files: [
      'packages/server/src/accounts/sessions/ended-sessions.test.ts',
      'packages/server/src/administration/backups/backup.test.ts',
      'packages/server/src/administration/backups/hostile-files.test.ts',
      'packages/server/src/administration/reencryption/reencrypt.test.ts',
      'packages/server/src/administration/server-status/key-rings.test.ts',
      'packages/server/src/emails/bulk/batches.test.ts',
      'packages/server/src/emails/rendering/fairness.test.ts',
      'packages/server/src/emails/rendering/renderer.test.ts',
      'packages/server/src/emails/smtp/sharing.test.ts',
      'packages/server/src/emails/smtp/transport.test.ts',
      'packages/server/src/identity/connections/saml.test.ts',
      'packages/server/src/identity/oauth/providers/breakdowns.test.ts',
      'packages/server/src/identity/step-up/required.test.ts',
      'packages/server/src/payments/stripe/routes.test.ts',
      'packages/server/src/platform/db/obstacles.test.ts',
      'packages/server/src/platform/db/pgbouncer.test.ts',
      'packages/server/src/platform/db/replica.test.ts',
      'packages/server/src/platform/limits/quotas.test.ts',
      'packages/server/src/projects/deployment/internal-settings.test.ts',
      'packages/server/src/webhooks/worker.test.ts',
      'scripts/documentation.test.mjs',
    ],
  },
  {
    name: 'races and hostile input',
    why: 'thousands of concurrent or random requests',
    files: [
      'e2e/session-races.test.ts',
      'packages/server/src/http/deletions.test.ts',
      'packages/server/src/http/long-texts.test.ts',
      'packages/server/src/http/unbounded-texts.test.ts',
      'packages/server/src/identity/account-changes/seniority.property.test.ts',
      'packages/server/src/payments/quantities.property.test.ts',
    ],
  },
  {
    name: 'long fuzzing',
    why: 'more random requests than `npm test` sends',
    isRepeated: true,
    env: { LATCHKEY_FUZZ_RUNS: '25' },
    files: ['packages/server/src/http/fuzz.test.ts'],
  },
  {
    name: 'faults',
    why: 'stop databases and servers, and wait for them to recover',
    files: [
      'e2e/faults/lost-database.test.ts',
      'e2e/faults/point-in-time.test.ts',
      'e2e/faults/rolling-restart.test.ts',
      'e2e/faults/rolling-upgrade.test.ts',
      'e2e/faults/wrong-clocks.test.ts',
      'packages/server/src/emails/bulk/crash.test.ts',
      'packages/server/src/identity/password/rate-limits.faults.test.ts',
      'packages/server/src/platform/db/embedded.faults.test.ts',
      'packages/server/src/platform/jobs/workers.test.ts',
    ],
  },
  {
    name: 'command line and packages',
    why: 'start programs, pack and install the packages',
    files: [
      'packages/cli/src/login.test.ts',
      'packages/cli/src/server.test.ts',
      'packages/server/src/main.test.ts',
      'packages/server/src/platform/db/embedded.test.ts',
      'scripts/deployment.test.mjs',
      'scripts/pack.test.mjs',
    ],
  },
  {
    name: 'guides and Next.js',
    why: 'install and build an app for each guide and each version of Next.js',
    files: [
      'e2e/first-run.test.ts',
      'e2e/guides.test.ts',
      'e2e/nextjs-guide.test.ts',
      'e2e/nextjs-http-only.test.ts',
      'e2e/nextjs-neighbours.test.ts',
      'e2e/nextjs-oldest.test.ts',
      'e2e/nextjs-requests.test.ts',
    ],
  },
  { name: 'Firefox', why: 'a second browser', files: ['e2e/firefox.test.ts'] },
  { name: 'React 18.2', why: 'the oldest supported version', project: 'react-18.2' },
  ...['22', '24', 'latest'].map((version) => ({
    name: `Node.js ${version}`,
    why: 'another version of Node.js',
    isRepeated: true,
    node: version,
    files: ['packages/server/src/main.test.ts', 'e2e/password.test.ts', 'e2e/dashboard-overview.test.ts'],
  })),
]

/** What `npm test` runs: every test file that no part names. */
export function listEverydayFiles() {
  const later = new Set(parts.flatMap(({ files = [], isRepeated }) => (isRepeated ? [] : files)))
  return listTestFiles().filter((file) => !later.has(file))
}

export function listTestFiles() {
  return ['packages', 'e2e', 'scripts'].flatMap(listTests)
}

function listTests(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !['node_modules', 'dist', '.cache'].includes(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) return listTests(path)
      return /\.test\.(tsx?|mjs)$/.test(entry.name) ? [path] : []
    })
}

/** The share of one of several machines. */
export function takeShard(items, [index, count]) {
  return items.filter((_, position) => position % count === index - 1)
}
