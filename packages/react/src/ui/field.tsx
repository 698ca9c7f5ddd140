import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react'
import { useTranslate } from '../i18n/translation.tsx'
import { eye, eyeOff, Icon } from './icon.tsx'

export interface FieldProps
  extends Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'autoComplete' | 'inputMode' | 'defaultValue' | 'maxLength' | 'readOnly'
  > {
  name: string
  label: string
  error?: string | undefined
  /** Shown in the place of the error. */
  hint?: string | undefined
  /** Whether the hint reports a success. */
  success?: boolean | undefined
  /** A remedy for the error, shown beside it. */
  remedy?: ReactNode
  /** An error of the whole form, shown below its last field, near the button. */
  formError?: string | undefined
  autoFocus?: boolean | undefined
}

interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email'
  /** For fields whose heading says the same. */
  isLabelHidden?: boolean
}

export function TextField({ type = 'text', isLabelHidden, ...props }: TextFieldProps) {
  const id = useId()
  return (
    <div className="lk-field">
      <label className={isLabelHidden ? 'lk-hidden' : 'lk-label'} htmlFor={id}>
        {props.label}
      </label>
      <Input {...props} id={id} type={type} />
      <Note {...props} id={`${id}-note`} error={props.error ?? props.formError} />
    </div>
  )
}

interface PasswordFieldProps extends FieldProps {
  autoComplete: 'current-password' | 'new-password'
  /** Shown beside the label, but after the input in the tab order. */
  aside?: ReactNode
}

export function PasswordField({ aside, ...props }: PasswordFieldProps) {
  const t = useTranslate()
  const id = useId()
  const [isShown, setIsShown] = useState(false)
  return (
    <div className="lk-field" data-aside={aside ? true : undefined}>
      <label className="lk-label" htmlFor={id}>
        {props.label}
      </label>
      <div className="lk-control">
        <Input {...props} id={id} type={isShown ? 'text' : 'password'} hasToggle />
        <button
          className="lk-icon-button"
          type="button"
          tabIndex={-1}
          aria-label={isShown ? t('Hide password') : t('Show password')}
          aria-controls={id}
          onClick={() => setIsShown(!isShown)}
        >
          <Icon path={isShown ? eyeOff : eye} />
        </button>
      </div>
      {aside && <span className="lk-aside">{aside}</span>}
      <Note id={`${id}-note`} error={props.error ?? props.formError} hint={props.hint} success={props.success} />
    </div>
  )
}

function Input(props: FieldProps & { id: string; type: string; hasToggle?: boolean }) {
  const { id, type, name, autoComplete, inputMode, defaultValue, readOnly, error, formError, hint, hasToggle } = props
  return (
    <input
      className="lk-input"
      id={id}
      type={type}
      name={name}
      autoComplete={autoComplete}
      inputMode={inputMode}
      defaultValue={defaultValue}
      readOnly={readOnly}
      // biome-ignore lint/a11y/noAutofocus: the first field of a page whose only purpose is this form
      autoFocus={props.autoFocus}
      autoCapitalize="none"
      spellCheck={false}
      data-toggle={hasToggle || undefined}
      aria-invalid={error ? true : undefined}
      aria-describedby={error || formError || hint ? `${id}-note` : undefined}
    />
  )
}

/** Always rendered, so that assistive technology announces changes and the layout does not shift. */
export function Note(props: {
  id?: string | undefined
  error?: string | undefined
  hint?: ReactNode
  success?: boolean | undefined
  remedy?: ReactNode
}) {
  const { id, error, hint, success, remedy } = props
  return (
    <span className="lk-note" id={id} aria-live="polite" data-kind={error ? 'error' : success ? 'success' : undefined}>
      {error ?? hint}
      {error && remedy && <> {remedy}</>}
    </span>
  )
}
