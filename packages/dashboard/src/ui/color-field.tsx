import { useId, useState } from 'react'

interface ColorFieldProps {
  label: string
  /** What it belongs to, where several have the same label. Only read out. */
  group?: string | undefined
  /** `#rrggbb`; undefined for the default. */
  value: string | undefined
  /** What it is without a value. */
  fallback: string
  warning?: string | undefined
  onChange: (value: string | undefined) => void
}

/** The browser's picker, and the same color as text. Without text it is the default. */
export function ColorField({ label, group, value, fallback, warning, onChange }: ColorFieldProps) {
  const id = useId()
  // What is being typed is no color yet.
  const [typed, setTyped] = useState<string>()
  const text = typed ?? value ?? ''
  const isWrong = typed !== undefined && typed !== '' && toColor(typed) === undefined
  const note = isWrong ? 'Six digits after #, such as #8a5a12.' : warning
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

/** `abc`, `#abc` and `AABBCC` are colors too. */
function toColor(text: string): string | undefined {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1]?.toLowerCase()
  if (!digits) return undefined
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`
}
