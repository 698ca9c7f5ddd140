import { type ReactNode, useId } from 'react'
import { Choice } from './field.tsx'

interface ChoicesProps<T extends string> {
  legend: ReactNode
  options: readonly { value: T; label: string; hint?: string | undefined }[]
  value: T
  onChange: (value: T) => void
}

/** A few options with explanations, of which one is chosen. */
export function Choices<T extends string>({ legend, options, value: chosen, onChange }: ChoicesProps<T>) {
  const name = useId()
  return (
    <fieldset className="ui-choices">
      <legend className="ui-label">{legend}</legend>
      {options.map(({ value, label, hint }) => (
        <Choice
          key={value}
          type="radio"
          name={name}
          label={label}
          hint={hint}
          checked={value === chosen}
          onChange={() => onChange(value)}
        />
      ))}
    </fieldset>
  )
}
