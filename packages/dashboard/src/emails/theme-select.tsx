import { useProject } from '../data/owner.ts'
import { Select } from '../ui/field.tsx'
import { useThemes } from './sources.ts'

export type ThemeChoice = string | false | undefined

interface ThemeSelectProps {
  value: ThemeChoice
  onChange: (value: ThemeChoice) => void
  /** Offers the project theme and no theme. A template that has a theme cannot drop it. */
  canBeNone?: boolean
  disabled?: boolean
}

export function ThemeSelect({ value, onChange, canBeNone = false, disabled = false }: ThemeSelectProps) {
  const themes = useThemes()
  const { email_theme } = useProject().config
  const selected = themes.find(({ id }) => id === email_theme)
  return (
    <Select
      label="Theme"
      disabled={disabled}
      options={{
        ...((canBeNone || value === undefined) && { '': `Project theme (${selected?.display_name})` }),
        ...((canBeNone || value === false) && { none: 'No theme' }),
        ...Object.fromEntries(themes.map(({ id, display_name }) => [id, display_name])),
      }}
      value={value === false ? 'none' : (value ?? '')}
      onChange={({ target }) => onChange(target.value === 'none' ? false : target.value || undefined)}
    />
  )
}
