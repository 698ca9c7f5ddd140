import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Files that take over 20 s and still run with `npm test`, and why. */
export const slowEveryday = {
  'e2e/dashboard-live.test.ts': 'two owners who watch each other',
  'e2e/dashboard-sign-in-methods.test.ts': 'the page with the most settings',
  'e2e/forgotten-password.test.ts': 'waits for emails',
  'e2e/magic-link.test.ts': 'waits for emails',
  'e2e/nextjs.test.ts': 'installs and builds the Next.js example',
  'e2e/password.test.ts': 'the journeys that most people take',
  'e2e/second-factor.test.ts': 'waits for the next code of an authenticator app',
  'e2e/team-invitation.test.ts': 'waits for emails',
  'packages/dashboard/src/emails/template-page.test.tsx': 'types into the visual editor',
  'packages/dashboard/src/oauth-provider/oauth-provider.test.tsx': 'the journeys of its owner without a browser',
  'packages/react/src/account-settings/sign-in-methods.test.tsx': 'every way to sign in, added and removed',
  'packages/react/src/sign-in/auth-page.test.tsx': 'every state of the page that most people see',
  'packages/react/src/team-connections/team-connections.test.tsx': 'the whole set-up of a connection',
  'packages/server/src/http/every-route.test.ts': 'every route with every credential',
  'packages/server/src/http/second-factor.test.ts': 'every route during the set-up of a required second factor',
  'packages/server/src/identity/connections/setups/routes.test.ts': 'tests of sign-ins with a real provider',
  'packages/server/src/identity/mfa/passkey.test.ts': 'whole sign-ins with two factors',
  'packages/server/src/identity/user-list/routes.test.ts': 'every filter and order, page by page',
  'packages/server/src/identity/users/claim.test.ts': 'every way to take over an address',
  'packages/server/src/platform/db/migrate.test.ts': 'runs all migrations several times',
  'packages/server/src/platform/limits/declared.test.ts': 'reaches every limit that a route declares',
  'packages/server/src/projects/revisions/conflicts.test.ts': 'two owners at everything that is saved',
}

/** The tests that only `npm run test:all` runs, and why they are not in `npm test`. */
export const parts = [
  { name: 'bundle budgets', why: 'builds every entry point with four bundlers', script: 'scripts/budgets.mjs' },
  {
    name: 'long browser journeys',
    why: 'take 20 s or more, or show what hardly ever changes',
    files: [
      'e2e/accessibility.test.ts',
      'e2e/account-recovery.test.ts',
      'e2e/account-settings.test.ts',
      'e2e/bound-sessions.test.ts',
      'e2e/browser-storage.test.ts',
      'e2e/cli-confirmation.test.ts',
      'e2e/company-sign-in.test.ts',
      'e2e/dashboard-conflicts.test.ts',
      'e2e/dashboard-emails.test.ts',
      'e2e/dashboard-filled.test.ts',
      'e2e/dashboard-oauth-provider.test.ts',
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
      'e2e/data-vault.test.ts',
      'e2e/docs.test.ts',
      'e2e/email-scanner.test.ts',
      'e2e/ended-sessions.test.ts',
      'e2e/expired-links.test.ts',
      'e2e/firefox.test.ts',
      'e2e/hostile-styles.test.ts',
      'e2e/identifier-flow.test.ts',
      'e2e/identity-provider.test.ts',
      'e2e/inbox.test.ts',
      'e2e/layout.test.ts',
      'e2e/oauth-consent.test.ts',
      'e2e/oauth.test.ts',
      'e2e/passkey.test.ts',
      'e2e/payment-setup.test.ts',
      'e2e/purchase-cards.test.ts',
      'e2e/purchase.test.ts',
      'e2e/saml-provider.test.ts',
      'e2e/second-factor-required.test.ts',
      'e2e/set-up-link.test.ts',
      'e2e/several-accounts.test.ts',
      'e2e/typeface.test.ts',
      'e2e/untrusted-redirect.test.ts',
    ],
  },
  {
    name: 'long server suites',
    why: 'start servers and databases of their own, read thousands of rows, or wait for deadlines',
    files: [
      'packages/server/src/accounts/sessions/ended-sessions.test.ts',
      'packages/server/src/accounts/users/search-pages.test.ts',
      'packages/server/src/accounts/verification-codes/validity.test.ts',
      'packages/server/src/administration/backups/backup.test.ts',
      'packages/server/src/administration/backups/hostile-files.test.ts',
      'packages/server/src/administration/owners/routes.test.ts',
      'packages/server/src/administration/reencryption/reencrypt.test.ts',
      'packages/server/src/administration/server-status/key-rings.test.ts',
      'packages/server/src/emails/bulk/batches.test.ts',
      'packages/server/src/emails/rendering/fairness.test.ts',
      'packages/server/src/emails/rendering/renderer.test.ts',
      'packages/server/src/emails/smtp/sharing.test.ts',
      'packages/server/src/emails/smtp/transport.test.ts',
      'packages/server/src/emails/templates/system-emails.test.ts',
      'packages/server/src/identity/account-changes/second-factor.test.ts',
      'packages/server/src/identity/connections/saml.test.ts',
      'packages/server/src/identity/oauth/providers/breakdowns.test.ts',
      'packages/server/src/identity/step-up/required.test.ts',
      'packages/server/src/payments/stripe/routes.test.ts',
      'packages/server/src/platform/db/bounded-list.test.ts',
      'packages/server/src/platform/db/obstacles.test.ts',
      'packages/server/src/platform/db/pgbouncer.test.ts',
      'packages/server/src/platform/db/replica.test.ts',
      'packages/server/src/platform/limits/quotas.test.ts',
      'packages/server/src/projects/deployment/internal-settings.test.ts',
      'packages/server/src/projects/live-updates/routes.test.ts',
      'packages/server/src/webhooks/worker.test.ts',
      'scripts/documentation.test.mjs',
    ],
  },
  {
    name: 'session races in a browser',
    // Not run once as the other races, because the driver of the browser can lose a request.
    why: 'each kind of session on bad networks, which takes minutes of waiting',
    files: ['e2e/session-races-bound.test.ts', 'e2e/session-races-kept.test.ts', 'e2e/session-races-shared.test.ts'],
  },
  {
    name: 'races and hostile input',
    why: 'thousands of concurrent, random or forged requests',
    // What fails once in a while here is what these tests look for.
    isRunOnce: true,
    files: [
      'packages/server/src/accounts/sessions/races.test.ts',
      'packages/server/src/accounts/verification-codes/races.test.ts',
      'packages/server/src/http/deletions.test.ts',
      'packages/server/src/http/long-texts.test.ts',
      'packages/server/src/http/unbounded-texts.test.ts',
      'packages/server/src/identity/account-changes/seniority.property.test.ts',
      'packages/server/src/identity/saml/attacks.test.ts',
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
    isRunOnce: true,
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
  {
    name: 'MCP',
    why: "starts a server, the example of an MCP server, and the protocol's own client and conformance tool",
    files: ['e2e/mcp-conformance.test.ts', 'e2e/mcp.test.ts'],
  },
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
