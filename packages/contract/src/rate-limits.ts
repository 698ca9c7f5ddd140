/** What a limit is counted per, and its name in the docs. */
export const limitSubjects = {
  address: 'IP address',
  guestAddress: 'IP address if no user is signed in',
  project: 'project',
  owner: 'project owner',
  user: 'user',
  team: 'team',
  account: 'account',
  accountAndAddress: 'account and IP address',
  email: 'email address',
  recipient: 'recipient',
  apiKey: 'API key',
  directory: 'directory',
  client: 'OAuth client',
  vaultKey: 'key',
} as const

export interface RateLimitRule {
  /**
   * - `window`: a fixed window of `points` per `seconds`. Shared by all nodes; lost if the database crashes.
   * - `slowing`: a bucket of `points` that is refilled evenly within `seconds`, so that callers are slowed down but never
   *   locked out. Shared by all nodes, and survives a crash.
   * - `node`: like `window`, but counted separately by each node, for requests that are too frequent for the database.
   */
  readonly kind: 'window' | 'slowing' | 'node'
  readonly points: number
  readonly seconds: number
  readonly per: keyof typeof limitSubjects
  /** Successful attempts are not counted. */
  readonly countsFailures?: true
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Counted before the work is done, so that concurrent requests cannot exceed a limit. */
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
  connectionFindsByAddress: { kind: 'window', points: 300, seconds: 10 * minute, per: 'address' },
  /** Tests of connections, and what is asked of name servers and identity providers. */
  connectionChecksByTeam: { kind: 'window', points: 60, seconds: 10 * minute, per: 'team' },
  /** Codes that devices show. They have more than 20 bits, of which a guesser may try only this many. */
  deviceCodesByUser: { kind: 'slowing', points: 20, seconds: hour, per: 'user' },
  /** Requests to the OAuth provider, but for those of clients that prove with their secret who they are. */
  oauthProviderByAddress: { kind: 'node', points: 1_200, seconds: 10 * minute, per: 'address' },
  /** Those of such a client. Its server acts for all users, and a resource may ask about every token. */
  oauthProviderByClient: { kind: 'node', points: 6_000, seconds: minute, per: 'client' },
  /** The page of a set-up link asks every second while it waits for a test sign-in. */
  connectionSetupByAddress: { kind: 'window', points: 1_800, seconds: 10 * minute, per: 'address' },
  /** Metadata documents of OAuth clients that are not remembered. Strangers can name any number of them. */
  clientDocumentsByProject: { kind: 'node', points: 120, seconds: minute, per: 'project' },
  clientRegistrationsByAddress: { kind: 'window', points: 20, seconds: hour, per: 'address' },
  clientRegistrationsByProject: { kind: 'window', points: 1_000, seconds: day, per: 'project' },
  cliLoginByAddress: { kind: 'window', points: 60, seconds: hour, per: 'address' },
  codeGuessesByEmail: { kind: 'slowing', points: 40, seconds: hour, per: 'email', countsFailures: true },
  totpByUser: { kind: 'slowing', points: 20, seconds: hour, per: 'user', countsFailures: true },
  emailsByRecipient: { kind: 'window', points: 5, seconds: hour, per: 'recipient' },
  /** When strangers have used up a recipient's emails: for IP addresses that the user has signed in from before. */
  emailsToKnownAddress: { kind: 'window', points: 5, seconds: hour, per: 'accountAndAddress' },
  /** When strangers have used up a recipient's emails: for an IP address that has requested none in the last hour. */
  emailsToNewAddress: { kind: 'window', points: 1, seconds: hour, per: 'recipient' },
  /** Tells whether an IP address has requested an email to a recipient in the last hour. Refuses nothing. */
  emailRequestsByAddress: { kind: 'window', points: 1, seconds: hour, per: 'accountAndAddress' },
  emailsByAddress: { kind: 'window', points: 30, seconds: hour, per: 'address' },
  /** For the operator's email server, if anybody can create projects. */
  sharedEmailsByProject: { kind: 'window', points: 1_000, seconds: day, per: 'project' },
  sharedEmailsByOwner: { kind: 'window', points: 2_000, seconds: day, per: 'owner' },
  announcementsByRecipient: { kind: 'window', points: 20, seconds: hour, per: 'recipient' },
  refreshByAddress: { kind: 'window', points: 600, seconds: minute, per: 'address' },
  purchaseByAddress: { kind: 'window', points: 120, seconds: 10 * minute, per: 'address' },
  purchaseLinkByUser: { kind: 'window', points: 120, seconds: 10 * minute, per: 'user' },
  /** Large, because an app's server creates links for all of its customers. */
  purchaseLinkByAddress: { kind: 'window', points: 3_000, seconds: 10 * minute, per: 'guestAddress' },
  leakReportByAddress: { kind: 'window', points: 300, seconds: minute, per: 'address' },
  /** Switching one off is not counted: whoever keeps switching it on must not keep others from that. */
  secondFactorPolicyByUser: { kind: 'window', points: 10, seconds: hour, per: 'user' },
  /** One point per 16 kB. */
  writesByUser: { kind: 'window', points: 600, seconds: 10 * minute, per: 'user' },
  /** A backend acts for all its users from one address, so the limits per address do not apply to it. */
  serverCallsByProject: { kind: 'window', points: 12_000, seconds: minute, per: 'project' },
  keyReadsByProject: { kind: 'node', points: 60_000, seconds: minute, per: 'project' },
  apiKeyChecksByKey: { kind: 'node', points: 6_000, seconds: minute, per: 'apiKey' },
  /** Counted before the token is looked up. Identity providers send the requests of all their customers from few addresses. */
  scimByAddress: { kind: 'node', points: 12_000, seconds: minute, per: 'address' },
  scimByDirectory: { kind: 'node', points: 6_000, seconds: minute, per: 'directory' },
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
