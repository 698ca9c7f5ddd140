import type { Reply } from '../data/call.ts'
import type { RowOf } from '../data/data.ts'
import { CopyableId } from '../ui/copy.tsx'
import { Badge, Facts } from '../ui/page.tsx'
import './connections.css'

export type DomainProof = Pick<
  RowOf<'GET /connection-domains'>,
  'id' | 'domain' | 'is_proven' | 'record' | 'failing_since_millis'
>
export type DomainCheck = Reply<'POST /connection-domains/{domain_id}/check'>['result']

export const domainAnswers: Record<DomainCheck, string> = {
  found: 'The record was found. The domain is proven.',
  missing: 'The record was not found. New records may take an hour to be seen.',
  unreachable: 'The name servers of the domain did not answer. Try again in a minute.',
  proven_elsewhere: 'The record was found, but another team has proven this domain.',
}

/** Undefined if something was entered; the server says what is wrong with it. */
export const findDomainProblem = (text: string) => (text.trim() ? undefined : 'Enter a domain, such as example.com.')

/** Of an email address, too. */
export const readTypedDomain = (text: string) => text.trim().replace(/^.*@/, '')

export function DomainState({ domain: { is_proven, failing_since_millis: failing } }: { domain: DomainProof }) {
  if (is_proven && failing) return <Badge tone="danger">Record missing</Badge>
  return is_proven ? <Badge tone="success">Proven</Badge> : <Badge>Not proven</Badge>
}

/** What to add to the DNS. */
export function DomainRecord({ domain }: { domain: DomainProof }) {
  const { record } = domain
  return (
    <div className="connections-values">
      <Facts
        facts={[
          ['Status', <DomainState key="state" domain={domain} />],
          ['Type', record.type],
          ['Name', <CopyableId key="name" id={record.name} name="name" />],
          ['Value', <CopyableId key="value" id={record.value} name="value" />],
        ]}
      />
    </div>
  )
}
