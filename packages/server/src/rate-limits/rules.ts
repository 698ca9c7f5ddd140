/**
 * How often something may happen, per key. Counted before the work is done, so that no burst gets more tries than these.
 *
 * - `window`: so many in so many seconds, then none until they are over. Shared by all nodes; a crash of the database
 *   forgets them.
 * - `slowing`: so many at once, and each comes back after its share of the seconds. Whoever has none left is slowed down
 *   and never locked out. Shared by all nodes, and survives a crash.
 * - `node`: as `window`, but counted by each node for itself, for what happens too often to ask the database.
 */
export const rules = {
  passwordByAccountAndAddress: { kind: 'slowing', points: 10, seconds: 15 * 60 },
  passwordByAccount: { kind: 'slowing', points: 100, seconds: 60 * 60 },
  passwordByAddress: { kind: 'window', points: 60, seconds: 10 * 60 },
  passwordByProject: { kind: 'window', points: 6_000, seconds: 60 },
  signUpByAddress: { kind: 'window', points: 60, seconds: 60 * 60 },
  signUpByProject: { kind: 'window', points: 1_000, seconds: 60 },
  passkeyByAddress: { kind: 'window', points: 120, seconds: 10 * 60 },
  oauthByAddress: { kind: 'window', points: 120, seconds: 10 * 60 },
  cliLoginByAddress: { kind: 'window', points: 60, seconds: 60 * 60 },
  codeGuessesByEmail: { kind: 'slowing', points: 40, seconds: 60 * 60 },
  totpByUser: { kind: 'slowing', points: 20, seconds: 60 * 60 },
  mailByRecipient: { kind: 'window', points: 5, seconds: 60 * 60 },
  mailByAddress: { kind: 'window', points: 30, seconds: 60 * 60 },
  /** Over the operator's mail server, while strangers can own projects. */
  sharedMailByProject: { kind: 'window', points: 1_000, seconds: 24 * 60 * 60 },
  sharedMailByOwner: { kind: 'window', points: 2_000, seconds: 24 * 60 * 60 },
  announcementsByRecipient: { kind: 'window', points: 20, seconds: 60 * 60 },
  refreshByAddress: { kind: 'window', points: 600, seconds: 60 },
  purchaseByAddress: { kind: 'window', points: 120, seconds: 10 * 60 },
  purchaseLinkByUser: { kind: 'window', points: 120, seconds: 10 * 60 },
  /** Large, because servers of an app ask for all of its customers. */
  purchaseLinkByAddress: { kind: 'window', points: 3_000, seconds: 10 * 60 },
  leakReportByAddress: { kind: 'window', points: 300, seconds: 60 },
  /** In points of 16 kB. */
  writesByUser: { kind: 'window', points: 600, seconds: 10 * 60 },
  /** A backend acts for all its people from one address, so the limits per address do not apply to it. */
  serverCallsByProject: { kind: 'window', points: 12_000, seconds: 60 },
  keyReadsByProject: { kind: 'node', points: 60_000, seconds: 60 },
  apiKeyChecksByKey: { kind: 'node', points: 6_000, seconds: 60 },
  vaultReadsByKey: { kind: 'node', points: 6_000, seconds: 60 },
} as const satisfies Record<string, Rule>

export interface Rule {
  kind: 'window' | 'slowing' | 'node'
  points: number
  seconds: number
}

export type RateLimit = keyof typeof rules
/** The keys to count by, the narrowest limit first. */
export type Limits = Partial<Record<RateLimit, string>>
