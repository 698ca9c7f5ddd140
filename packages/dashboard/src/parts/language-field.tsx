import { locales } from '@latchkey/contract/locales'
import { languageName } from '../data/language-name.ts'
import { SelectField } from '../ui/field.tsx'

interface LanguageFieldProps {
  label: string
  hint: string
  /** What no language means. */
  none?: string
  value: string
  onChange: (locale: string) => void
  disabled?: boolean
}

/** One of our languages, or the one that is already chosen. */
export function LanguageField({ none, value, onChange, ...field }: LanguageFieldProps) {
  const all = value === '' || (locales as readonly string[]).includes(value) ? locales : [value, ...locales]
  const options = Object.fromEntries(all.map((locale) => [locale, languageName(locale)]))
  return (
    <SelectField
      {...field}
      options={{ ...(none !== undefined && { '': none }), ...options }}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
