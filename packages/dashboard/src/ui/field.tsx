import { Search } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { useLock } from './lock.tsx'

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  onSubmit: () => void
}

/** Validated by its fields, not by the browser. */
export function Form({ onSubmit, ...props }: FormProps) {
  return (
    <form
      {...props}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // In React, the form of a dialog that opened here is inside this one.
        if (event.target === event.currentTarget) onSubmit()
      }}
    />
  )
}

interface FieldProps {
  label: string
  hint?: ReactNode | undefined
  /** Replaces the hint and is announced. */
  error?: string | undefined
  /** For data and URLs. */
  isMono?: boolean | undefined
}

type Parts = ReturnType<typeof useFieldParts>

function useFieldParts(hint: ReactNode, error: string | undefined) {
  const id = useId()
  const isDescribed = Boolean(error ?? hint)
  return {
    id,
    'aria-describedby': isDescribed ? `${id}-note` : undefined,
    'aria-invalid': error ? (true as const) : undefined,
  }
}

function FieldFrame({ label, hint, error, parts, children }: FieldProps & { parts: Parts; children: ReactNode }) {
  return (
    <div className="ui-field">
      <label className="ui-label" htmlFor={parts.id}>
        {label}
      </label>
      {children}
      {(error ?? hint) && (
        <p id={parts['aria-describedby']} className={error ? 'ui-error' : 'ui-hint'} role={error ? 'alert' : undefined}>
          {error ?? hint}
        </p>
      )}
    </div>
  )
}

export function TextField({ label, hint, error, isMono, ...props }: FieldProps & ComponentProps<'input'>) {
  const parts = useFieldParts(hint, error)
  return (
    <FieldFrame {...{ label, hint, error, parts }}>
      <input
        className="ui-input"
        data-mono={isMono || undefined}
        autoComplete="off"
        {...parts}
        {...props}
        {...useLock()}
      />
    </FieldFrame>
  )
}

export function TextArea({ label, hint, error, isMono, ...props }: FieldProps & ComponentProps<'textarea'>) {
  const parts = useFieldParts(hint, error)
  return (
    <FieldFrame {...{ label, hint, error, parts }}>
      <textarea
        className="ui-input"
        data-mono={isMono || undefined}
        spellCheck={!isMono}
        {...parts}
        {...props}
        {...useLock()}
      />
    </FieldFrame>
  )
}

interface SelectProps extends Omit<ComponentProps<'select'>, 'children'> {
  /** Labels by value, or pairs of both. */
  options: Readonly<Record<string, string>> | readonly (readonly [value: string | number, label: string])[]
}

/** A native select, which works well on phones, with keyboards and with screen readers. */
export function SelectField({ label, hint, error, ...props }: FieldProps & SelectProps) {
  const parts = useFieldParts(hint, error)
  return (
    <FieldFrame {...{ label, hint, error, parts }}>
      <PlainSelect {...parts} {...props} />
    </FieldFrame>
  )
}

/** A select in a toolbar. Its label is for screen readers only. */
export function Select({ label, ...props }: { label: string } & SelectProps) {
  return <PlainSelect aria-label={label} {...props} />
}

function PlainSelect({ options, ...props }: SelectProps) {
  const pairs = Array.isArray(options) ? options : Object.entries(options)
  return (
    <select className="ui-input" {...props} {...useLock()}>
      {pairs.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}

export function SearchField({ label, ...props }: { label: string } & ComponentProps<'input'>) {
  return (
    <div className="ui-search">
      <Search />
      <input className="ui-input" type="search" aria-label={label} placeholder={label} autoComplete="off" {...props} />
    </div>
  )
}

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  label: string
  hint?: ReactNode | undefined
  onChange: (isOn: boolean) => void
}

/** One setting: its text on the left, the switch on the right. */
export function SwitchField({ label, hint, onChange, ...props }: SwitchProps) {
  const id = useId()
  return (
    <div className="ui-setting">
      <div>
        <label className="ui-label" htmlFor={id}>
          {label}
        </label>
        {hint && (
          <p className="ui-hint" id={`${id}-hint`}>
            {hint}
          </p>
        )}
      </div>
      <input
        {...props}
        id={id}
        className="ui-switch"
        type="checkbox"
        role="switch"
        aria-checked={props.checked ?? false}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.checked)}
        {...useLock()}
      />
    </div>
  )
}

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  label: string
  isIndeterminate?: boolean | undefined
  onChange: (isChecked: boolean) => void
}

/** A checkbox for tables. Its label is for screen readers only. */
export function Checkbox({ label, isIndeterminate = false, onChange, ...props }: CheckboxProps) {
  return (
    <input
      {...props}
      ref={(input) => {
        if (input) input.indeterminate = isIndeterminate
      }}
      className="ui-checkbox"
      type="checkbox"
      aria-label={label}
      onChange={(event) => onChange(event.target.checked)}
      {...useLock()}
    />
  )
}

interface ChoiceProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  type: 'checkbox' | 'radio'
  label: string
  hint?: ReactNode | undefined
  onChange: (isChecked: boolean) => void
}

/** A choice with an explanation. The whole box is clickable. */
export function Choice({ label, hint, onChange, ...props }: ChoiceProps) {
  const id = useId()
  return (
    <label className="ui-choice" htmlFor={id}>
      <input
        {...props}
        id={id}
        className="ui-checkbox"
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.checked)}
        {...useLock()}
      />
      <span>
        <span className="ui-label">{label}</span>
        {hint && (
          <span className="ui-hint" id={`${id}-hint`}>
            <br />
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}
