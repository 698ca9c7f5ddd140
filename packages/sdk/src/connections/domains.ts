import type { Routes } from '@latchkey/contract'

/**
 * An email domain of a company. Whoever has an address of a proven one is led to the connection.
 * @example
 * const [first]: ConnectionDomain[] = await team.listConnectionDomains()
 * console.log(first?.id, first?.teamId, first?.teamDisplayName, first?.domain, first?.isProven, first?.record.name, first?.record.value)
 * console.log(first?.createdAt, first?.provenAt, first?.checkedAt, first?.failingSince)
 */
export interface ConnectionDomain {
  /** The id of the domain. */
  readonly id: string
  /** The team that the domain belongs to. Null: the project itself. */
  readonly teamId: string | null
  /** The name of the team. */
  readonly teamDisplayName: string | null
  /** In lower case and ASCII. */
  readonly domain: string
  /** Whether the record was found. */
  readonly isProven: boolean
  /** The DNS record that proves the domain. It has to stay. */
  readonly record: { readonly type: 'TXT'; readonly name: string; readonly value: string }
  /** When it was added. */
  readonly createdAt: Date
  /** When the record was found first. */
  readonly provenAt: Date | null
  /** When the record was looked for last. */
  readonly checkedAt: Date | null
  /** Since when the record of a proven domain is missing. After a week it is no longer proven. */
  readonly failingSince: Date | null
  /**
   * Looks for the record now.
   * @example if ((await domain.check()) === 'found') console.log('Proven')
   */
  check(): Promise<'found' | 'missing' | 'unreachable' | 'proven_elsewhere'>
  /**
   * Removes the domain.
   * @example await domain.delete()
   */
  delete(): Promise<void>
}

export type ConnectionDomainJson = Routes['POST /connection-domains']['response']['client']
