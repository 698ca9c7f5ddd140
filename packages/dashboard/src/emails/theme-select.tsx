import { useData } from '../data/data.ts'
import { useProject, useStores } from '../data/owner.ts'
import { Select } from '../ui/field.tsx'

export type ThemeChoice = string | false | undefined

interface ThemeSelectProps {
  value: ThemeChoice
  onChange: (value: ThemeChoice) => void
  /** Offers the project theme and no theme. A template that has a theme cannot drop it. */
  canBeNone?: boolean
}

export function ThemeSelect({ value, onChange, canBeNone = false }: ThemeSelectProps) {
  const themes = useData(useStores().emailThemes)
  const { emailTheme } = useProject().config
  const selected = themes.find(({ id }) => id === emailTheme)
  return (
    <Select
      label="Theme"
      value={value === false ? 'none' : (value ?? '')}
      onChange={({ target }) => onChange(target.value === 'none' ? false : target.value || undefined)}
    >
      {(canBeNone || value === undefined) && <option value="">Project theme ({selected?.displayName})</option>}
      {(canBeNone || value === false) && <option value="none">No theme</option>}
      {themes.map(({ id, displayName }) => (
        <option key={id} value={id}>
          {displayName}
        </option>
      ))}
    </Select>
  )
}
