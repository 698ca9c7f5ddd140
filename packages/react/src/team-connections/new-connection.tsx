import { connectionPresets } from '@latchkey/contract/connection-presets'
import type { CompanyConnection } from '@latchkey/sdk'
import { useId, useState } from 'react'
import { Row } from '../account-settings/row.tsx'
import type { Team } from '../hooks/team-hooks.ts'
import type { ConnectionText } from '../i18n/connections/source-texts.ts'
import { useConnectionTranslate } from '../i18n/connections/translation.ts'
import { TextField } from '../ui/field.tsx'
import { useForm } from '../ui/use-form.ts'
import { typeNames } from './connection-state.tsx'
import { useFocusAtFirst } from './connections-row.tsx'
import { FormActions } from './form-actions.tsx'
import { explainRefusal } from './refusals.ts'

type Type = CompanyConnection['type']

interface NewConnectionProps {
  team: Team
  onCreated: (id: string, preset: string) => void
  onClose: () => void
}

/** Only what the address of the connection depends on. The provider needs that address before it tells its own. */
export function NewConnection({ team, onCreated, onClose }: NewConnectionProps) {
  const t = useConnectionTranslate()
  const title = useFocusAtFirst(true)
  const [preset, setPreset] = useState(connectionPresets[0]!.id)
  const { form, errors, isBusy } = useForm({
    fields: ['name', 'type'],
    check: ({ name }) => ({ name: name.trim() ? undefined : t('Enter a name.') }),
    async submit({ name, type }) {
      try {
        const { id } = await team.createConnection({ displayName: name.trim(), type: type as Type })
        onCreated(id, preset)
        return undefined
      } catch (error) {
        return { name: explainRefusal(error, t) }
      }
    },
  })
  return (
    <Row title={t('Add identity provider')} titleRef={title}>
      <form {...form} onKeyDown={(event) => event.key === 'Escape' && onClose()}>
        <PresetSelect preset={preset} presets={connectionPresets} onPreset={setPreset} />
        <span className="lk-note" />
        <TypeChoice key={preset} types={typesOf(preset)} />
        <TextField
          name="name"
          label={t('Name')}
          autoComplete="off"
          hint={t('Members see it when they sign in.')}
          defaultValue={team.displayName}
          maxLength={100}
          error={errors.name}
          formError={errors.form}
        />
        <FormActions label={t('Continue')} isBusy={isBusy} onCancel={onClose} />
      </form>
    </Row>
  )
}

interface PresetSelectProps {
  preset: string
  presets: readonly { id: string; name: string }[]
  onPreset: (preset: string) => void
}

/** Which product the identity provider is, on which the steps depend. */
export function PresetSelect({ preset, presets, onPreset }: PresetSelectProps) {
  const t = useConnectionTranslate()
  const id = useId()
  return (
    <>
      <label className="lk-label" htmlFor={id}>
        {t('Identity provider')}
      </label>
      <select className="lk-input" id={id} value={preset} onChange={(event) => onPreset(event.target.value)}>
        {presets.map((each) => (
          <option key={each.id} value={each.id}>
            {each.name}
          </option>
        ))}
        <option value="other">{t('Another one')}</option>
      </select>
    </>
  )
}

function TypeChoice({ types }: { types: readonly Type[] }) {
  const t = useConnectionTranslate()
  return (
    <fieldset className="lk-choices">
      <legend className="lk-label">{t('Protocol')}</legend>
      {types.map((type, index) => (
        <label key={type} className="lk-checkbox">
          <input className="lk-checkbox-box" type="radio" name="type" value={type} defaultChecked={index === 0} />
          <span>
            {typeNames[type]} <span className="lk-section-text">{t(hints[type])}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** The protocols that a provider is set up with, the usual one first. */
function typesOf(preset: string): readonly Type[] {
  return connectionPresets.find(({ id }) => id === preset)?.setups.map(({ type }) => type) ?? ['oidc', 'saml', 'oauth2']
}

const hints: Record<Type, ConnectionText> = {
  saml: 'What most companies use.',
  oidc: 'Less to set up.',
  oauth2: 'For providers without OpenID Connect.',
}
