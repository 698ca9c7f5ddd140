/** Whom or what a limit counts for, and how the docs call it. */
export const limitSubjects = {
  address: 'IP address',
  guestAddress: 'IP address if nobody is signed in',
  project: 'project',
  owner: 'project owner',
  user: 'user',
  account: 'account',
  accountAndAddress: 'account and IP address',
  email: 'email address',
  recipient: 'recipient',
  apiKey: 'API key',
  vaultKey: 'key',
} as const

export interface RateLimitRule {
  /**
   * - `window`: so many in so many seconds, then none until they are over. Shared by all nodes; a crash of the database
   *   forgets them.
   * - `slowing`: so many at once, and each comes back after its share of the seconds. Whoever has none left is slowed
   *   down and never locked out. Shared by all nodes, and survives a crash.
   * - `node`: as `window`, but counted by each node for itself, for what happens too often to ask the database.
   */
  readonly kind: 'window' | 'slowing' | 'node'
  readonly points: number
  readonly seconds: number
  readonly per: keyof typeof limitSubjects
  /** A try that succeeds is given back. */
  readonly countsFailures?: true
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** How often something may happen. Counted before the work is done, so that no burst gets more tries than these. */
export const rateLimits = {
  passwordByAccountAndAddress: {
    kind: 'slowing',
    points: 10,
    seconds: 15 * minute,
    per: 'accountAndAddress',
    countsFailures: true,
  },
  passwordByAccount: { kind: 'slowing', points: 100, seconds: hour, per: 'account', countsFailures: true },
  passwordByAddress: { kind: 'window', points: 60, seconds: 10 * minute, per: 'address', countsFailures: true },
  passwordByProject: { kind: 'window', points: 6_000, seconds: minute, per: 'project', countsFailures: true },
  signUpByAddress: { kind: 'window', points: 60, seconds: hour, per: 'address' },
  signUpByProject: { kind: 'window', points: 1_000, seconds: minute, per: 'project' },
  passkeyByAddress: { kind: 'window', points: 120, seconds: 10 * minute, per: 'address' },
  oauthByAddress: { kind: 'window', points: 120, seconds: 10 * minute, per: 'address' },
  cliLoginByAddress: { kind: 'window', points: 60, seconds: hour, per: 'address' },
  codeGuessesByEmail: { kind: 'slowing', points: 40, seconds: hour, per: 'email', countsFailures: true },
  totpByUser: { kind: 'slowing', points: 20, seconds: hour, per: 'user', countsFailures: true },
  mailByRecipient: { kind: 'window', points: 5, seconds: hour, per: 'recipient' },
  mailByAddress: { kind: 'window', points: 30, seconds: hour, per: 'address' },
  /** Over the operator's mail server, while strangers can own projects. */
  sharedMailByProject: { kind: 'window', points: 1_000, seconds: day, per: 'project' },
  sharedMailByOwner: { kind: 'window', points: 2_000, seconds: day, per: 'owner' },
  announcementsByRecipient: { kind: 'window', points: 20, seconds: hour, per: 'recipient' },
  refreshByAddress: { kind: 'window', points: 600, seconds: minute, per: 'address' },
  purchaseByAddress: { kind: 'window', points: 120, seconds: 10 * minute, per: 'address' },
  purchaseLinkByUser: { kind: 'window', points: 120, seconds: 10 * minute, per: 'user' },
  /** Large, because servers of an app ask for all of its customers. */
  purchaseLinkByAddress: { kind: 'window', points: 3_000, seconds: 10 * minute, per: 'guestAddress' },
  leakReportByAddress: { kind: 'window', points: 300, seconds: minute, per: 'address' },
  /** In points of 16 kB. */
  writesByUser: { kind: 'window', points: 600, seconds: 10 * minute, per: 'user' },
  /** A backend acts for all its people from one address, so the limits per address do not apply to it. */
  serverCallsByProject: { kind: 'window', points: 12_000, seconds: minute, per: 'project' },
  keyReadsByProject: { kind: 'node', points: 60_000, seconds: minute, per: 'project' },
  apiKeyChecksByKey: { kind: 'node', points: 6_000, seconds: minute, per: 'apiKey' },
  vaultReadsByKey: { kind: 'node', points: 6_000, seconds: minute, per: 'vaultKey' },
} as const satisfies Record<string, RateLimitRule>

export type RateLimit = keyof typeof rateLimits

/** `60 per 10 minutes per IP address`. */
export function describeLimit(name: RateLimit): string {
  const { points, seconds, per, countsFailures }: RateLimitRule = rateLimits[name]
  const count = `${points.toLocaleString('en')}${countsFailures ? ' failed attempts' : ''}`
  return `${count} per ${describeSpan(seconds)} per ${limitSubjects[per]}`
}

function describeSpan(seconds: number): string {
  const [name, length] = seconds >= hour ? (['hour', hour] as const) : (['minute', minute] as const)
  return seconds === length ? name : `${seconds / length} ${name}s`
}
