import { connectionPresets } from '@latchkey/contract/connection-presets'
import { Choice, SelectField } from '../ui/field.tsx'
import { type ConnectionSetup, typeNames } from './connection-state.tsx'

interface Chosen {
  preset: string
  type: ConnectionSetup['type']
}

/** The identity provider that a company has, and how it is reached. */
export function ProviderChoice({ preset, type, onChoose }: Chosen & { onChoose: (chosen: Chosen) => void }) {
  const choosePreset = (next: string) => onChoose({ preset: next, type: typesOf(next).includes(type) ? type : 'saml' })
  return (
    <>
      <SelectField
        label="Identity provider"
        options={[...connectionPresets.map(({ id, name }) => [id, name] as const), ['other', 'Another one']]}
        value={preset}
        onChange={({ target }) => choosePreset(target.value)}
      />
      <fieldset className="ui-choices">
        <legend className="ui-label">Protocol</legend>
        {typesOf(preset).map((each) => (
          <Choice
            key={each}
            type="radio"
            name="type"
            label={typeNames[each]}
            hint={hints[each]}
            checked={type === each}
            onChange={() => onChoose({ preset, type: each })}
          />
        ))}
      </fieldset>
    </>
  )
}

/** The protocols that a provider is set up with, the usual one first. */
function typesOf(preset: string): ConnectionSetup['type'][] {
  return connectionPresets.find(({ id }) => id === preset)?.setups.map(({ type }) => type) ?? ['oidc', 'saml', 'oauth2']
}

const hints = {
  saml: 'What most companies ask for.',
  oidc: 'Less to set up.',
  oauth2: 'For providers without OpenID Connect.',
}
