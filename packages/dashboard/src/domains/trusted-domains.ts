import type { AdminConfig } from '@latchkey/react'
import type { Domain } from './domain-dialog.tsx'

/** A domain and the key of its setting. */
export interface TrustedDomain extends Domain {
  readonly key: string
}

const list = 'domains.trustedDomains'

export function listDomains({ domains }: AdminConfig): TrustedDomain[] {
  return Object.entries(domains.trustedDomains)
    .flatMap(([id, { baseUrl, handlerPath }]) =>
      baseUrl === undefined ? [] : { key: `${list}.${id}`, domain: baseUrl, handlerPath },
    )
    .sort((a, b) => (a.domain < b.domain ? -1 : 1))
}

export function newDomainKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8))
  return `${list}.domain_${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
