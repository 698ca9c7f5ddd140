import { providerTypes } from '@latchkey/contract/providers'
import ProviderMark from '@latchkey/react/provider-mark'
import { useState } from 'react'
import { useProject } from '../data/owner.ts'
import { providerNameOf } from '../data/provider-names.ts'
import { ProjectLink, RowLink } from '../parts/links.tsx'
import { SearchField } from '../ui/field.tsx'
import { Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { describeKeys } from './providers.ts'

/** The providers that are on, then those that can be set up. */
export function ProvidersSection() {
  const { oauth_providers } = useProject().config
  const [text, setText] = useState('')
  const isFound = (id: string) => providerNameOf(id).toLowerCase().includes(text.trim().toLowerCase())
  const on = oauth_providers.filter(({ id }) => isFound(id))
  const available = providerTypes.filter((id) => isFound(id) && !oauth_providers.some((each) => each.id === id))
  return (
    <Section
      title="Providers"
      description="Users sign in with an account from another service."
      id="providers"
      actions={<SearchField label="Find a provider" value={text} onChange={(event) => setText(event.target.value)} />}
    >
      {on.length > 0 && (
        <Table
          label="Providers that are on"
          rows={on}
          columns={[
            {
              id: 'name',
              header: 'On',
              cell: ({ id }) => (
                <RowLink to="/projects/$projectId/sign-in-methods/$providerId" params={{ providerId: id }}>
                  <Provider id={id} />
                </RowLink>
              ),
            },
            {
              id: 'keys',
              header: 'Keys',
              align: 'end',
              cell: (provider) => <span className="ui-muted">{describeKeys(provider)}</span>,
            },
          ]}
        />
      )}
      {available.length > 0 && (
        <section className="ui-stack" aria-labelledby="available-providers">
          <h3 id="available-providers" className="ui-caption">
            Available
          </h3>
          <ul className="ui-list providers-available">
            {available.map((id) => (
              <li key={id}>
                <ProjectLink to="/projects/$projectId/sign-in-methods/$providerId" params={{ providerId: id }}>
                  <Provider id={id} />
                </ProjectLink>
              </li>
            ))}
          </ul>
        </section>
      )}
      {on.length + available.length === 0 && <p className="ui-muted">No provider is called “{text.trim()}”.</p>}
    </Section>
  )
}

function Provider({ id }: { id: string }) {
  return (
    <span className="provider-name">
      <ProviderMark provider={id} />
      {providerNameOf(id)}
    </span>
  )
}
