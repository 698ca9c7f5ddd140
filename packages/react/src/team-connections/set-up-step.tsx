import {
  type ConnectionPreset,
  connectionPresets,
  type PresetStep,
  type PresetValue,
  partsOfStep,
} from '@latchkey/contract/connection-presets'
import type { CompanyConnection } from '@latchkey/sdk'
import { useConnectionTranslate } from '../i18n/connections/translation.ts'
import { CopyValues } from './copy-values.tsx'
import { PresetSelect } from './new-connection.tsx'
import { ProviderForm } from './provider-form.tsx'

interface SetUpStepProps {
  connection: CompanyConnection
  preset: string
  onPreset: (preset: string) => void
  onSaved: () => void
}

/** What to do at the identity provider, with the values that belong there, and what to bring back. */
export function SetUpStep({ connection, preset, onPreset, onSaved }: SetUpStepProps) {
  const t = useConnectionTranslate()
  const offered = connectionPresets.filter((each) => setupOf(each, connection))
  const chosen = offered.find(({ id }) => id === preset)
  return (
    <>
      <div className="lk-connection-part">
        <h4 className="lk-connection-title">{t('At the identity provider')}</h4>
        {offered.length > 0 && <PresetSelect preset={chosen?.id ?? 'other'} presets={offered} onPreset={onPreset} />}
        {chosen ? (
          <Instructions steps={setupOf(chosen, connection)!.steps} connection={connection} />
        ) : (
          <CopyValues values={allValues[connection.type].map((value) => toCopy(value, connection))} lang="en" />
        )}
      </div>
      <div className="lk-connection-part">
        <h4 className="lk-connection-title">{t('From the identity provider')}</h4>
        <ProviderForm connection={connection} onSaved={onSaved} />
      </div>
    </>
  )
}

const setupOf = ({ setups }: ConnectionPreset, { type }: CompanyConnection) =>
  setups.find((setup) => setup.type === type)

/** In English, like the names of menus in these products. */
function Instructions({ steps, connection }: { steps: readonly PresetStep[]; connection: CompanyConnection }) {
  return (
    <ol className="lk-instructions" lang="en">
      {steps.map(({ text, copy }) => (
        <li key={text}>
          <p className="lk-text">
            {partsOfStep(text).map((part) =>
              part.isName ? (
                <strong key={part.text} className="lk-strong">
                  {part.text}
                </strong>
              ) : (
                part.text
              ),
            )}
          </p>
          {copy && <CopyValues values={copy.map((each) => toCopy(each, connection))} lang="en" />}
        </li>
      ))}
    </ol>
  )
}

type Field = NonNullable<PresetStep['copy']>[number]

const toCopy = ({ field, value }: Field, connection: CompanyConnection) => ({
  name: field,
  value: findValue(connection, value),
})

function findValue({ saml, callbackUrl }: CompanyConnection, value: PresetValue): string {
  if (!saml || value === 'callback_url') return callbackUrl
  const { entityId, acsUrl, metadataUrl } = saml.serviceProvider
  return { entity_id: entityId, acs_url: acsUrl, metadata_url: metadataUrl }[value]
}

/** For a provider without a preset. */
const allValues: Record<CompanyConnection['type'], readonly Field[]> = {
  oidc: [{ field: 'Redirect URI', value: 'callback_url' }],
  oauth2: [{ field: 'Redirect URI', value: 'callback_url' }],
  saml: [
    { field: 'Entity ID (audience)', value: 'entity_id' },
    { field: 'ACS URL (reply URL)', value: 'acs_url' },
    { field: 'Metadata', value: 'metadata_url' },
  ],
}
