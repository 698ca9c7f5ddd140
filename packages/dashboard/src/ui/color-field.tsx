import { useId, useState } from 'react'
import { useLock } from './lock.tsx'

interface ColorFieldProps {
  label: string
  /** The group of the field if several share a label. For screen readers only. */
  group?: string | undefined
  /** `#rrggbb`; undefined for the default. */
  value: string | undefined
  /** The color used without a value. */
  fallback: string
  hint?: string | undefined
  /** Replaces the hint. */
  warning?: string | undefined
  onChange: (value: string | undefined) => void
}

/** The browser's color picker and a text field. Empty means the default. */
export function ColorField({ label, group, value, fallback, hint, warning = hint, onChange }: ColorFieldProps) {
  const id = useId()
  const lock = useLock()
  // Unfinished text is not a color yet.
  const [typed, setTyped] = useState<string>()
  const text = typed ?? value ?? ''
  const isWrong = typed !== undefined && typed !== '' && toColor(typed) === undefined
  const note = isWrong ? 'Enter # and six digits, such as #8a5a12.' : warning
  return (
    <div className="ui-field">
      <label className="ui-label" htmlFor={id}>
        {label}
        {group && <span className="ui-hidden">, {group}</span>}
      </label>
      <div className="ui-color">
        <input
          type="color"
          aria-label={['Pick', label, group].filter(Boolean).join(', ')}
          value={value ?? fallback}
          onChange={(event) => {
            setTyped(undefined)
            onChange(event.target.value)
          }}
          {...lock}
        />
        <input
          id={id}
          className="ui-input"
          data-mono
          spellCheck={false}
          autoComplete="off"
          placeholder={fallback}
          value={text}
          aria-invalid={isWrong || undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          onChange={(event) => {
            setTyped(event.target.value)
            const color = toColor(event.target.value)
            if (color || !event.target.value) onChange(color)
          }}
          onBlur={() => !isWrong && setTyped(undefined)}
          {...lock}
        />
      </div>
      {note && (
        <p id={`${id}-note`} className={isWrong ? 'ui-error' : 'ui-hint'} role={isWrong ? 'alert' : undefined}>
          {note}
        </p>
      )}
    </div>
  )
}

/** Also accepts `abc`, `#abc` and `AABBCC`. */
function toColor(text: string): string | undefined {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1]?.toLowerCase()
  if (!digits) return undefined
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`
}
