import {
  connectionPresets,
  type PresetStep,
  type PresetValue,
  partsOfStep,
} from '@latchkey/contract/connection-presets'
import { CopyableId } from '../ui/copy.tsx'
import { Select } from '../ui/field.tsx'
import { Card } from '../ui/page.tsx'
import type { ConnectionSetup } from './connection-state.tsx'
import { GuideLink } from './guide-link.tsx'

interface SetupCardProps {
  connection: ConnectionSetup
  preset: string | undefined
  /** Undefined if the provider is chosen elsewhere. */
  onPreset?: (preset: string) => void
}

/** What to do at the identity provider, with the values that belong there. */
export function SetupCard({ connection, preset, onPreset }: SetupCardProps) {
  const offered = connectionPresets.filter(({ setups }) => setups.some(({ type }) => type === connection.type))
  const setup = offered.find(({ id }) => id === preset)?.setups.find(({ type }) => type === connection.type)
  return (
    <Card
      title="At the identity provider"
      description={
        <>
          For what comes before and after these steps, see the <GuideLink preset={preset} about="steps" />.
        </>
      }
      actions={
        onPreset &&
        offered.length > 0 && (
          <Select
            label="Identity provider"
            options={[...offered.map(({ id, name }) => [id, name] as const), ['other', 'Another one']]}
            value={preset ?? 'other'}
            onChange={({ target }) => onPreset(target.value)}
          />
        )
      }
    >
      {setup ? (
        <ol className="connections-steps">
          {setup.steps.map((step) => (
            <Step key={step.text} step={step} connection={connection} />
          ))}
        </ol>
      ) : (
        <Values copy={allValues[connection.type]} connection={connection} />
      )}
    </Card>
  )
}

function Step({ step: { text, copy }, connection }: { step: PresetStep; connection: ConnectionSetup }) {
  return (
    <li>
      <p>{partsOfStep(text).map((part) => (part.isName ? <strong key={part.text}>{part.text}</strong> : part.text))}</p>
      {copy && <Values copy={copy} connection={connection} />}
    </li>
  )
}

function Values({ copy, connection }: { copy: NonNullable<PresetStep['copy']>; connection: ConnectionSetup }) {
  return (
    <dl className="connections-values">
      {copy.map(({ field, value }) => (
        <div key={field}>
          <dt className="ui-label">{field}</dt>
          <dd>
            <CopyableId id={findValue(connection, value)} name={field} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function findValue({ saml, callback_url }: ConnectionSetup, value: PresetValue): string {
  return (value !== 'callback_url' && saml?.service_provider[value]) || callback_url
}

/** For a provider without a preset. */
const allValues: Record<ConnectionSetup['type'], NonNullable<PresetStep['copy']>> = {
  oidc: [{ field: 'Redirect URI', value: 'callback_url' }],
  oauth2: [{ field: 'Redirect URI', value: 'callback_url' }],
  saml: [
    { field: 'Entity ID (audience)', value: 'entity_id' },
    { field: 'ACS URL (reply URL)', value: 'acs_url' },
    { field: 'Metadata', value: 'metadata_url' },
  ],
}
