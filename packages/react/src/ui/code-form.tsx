import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useTranslate } from '../i18n/translation.tsx'
import { SubmitButton } from './button.tsx'
import { describeFailure } from './failures.tsx'
import { Note } from './field.tsx'
import { check, Icon } from './icon.tsx'
import { useIsMounted } from './use-action.ts'

const codeLength = 6

interface CodeFormProps {
  label: string
  /** Letters are upper-cased; what cannot be part of the code, such as a space in the middle, is left out. */
  alphabet: 'digits' | 'letters and digits'
  submitLabel: string
  /** Tries a code. What it returns is wrong with it; a rejection is shown in its place. */
  onCode: (code: string) => Promise<string | undefined>
  /** The code was right and what follows is under way, although `onCode` may not have returned yet. */
  isDone?: boolean | undefined
  autoFocus?: boolean | undefined
  children?: ReactNode
}

/** One field rather than six: paste, autofill and screen readers know what to do with it. */
export function CodeForm(props: CodeFormProps) {
  const t = useTranslate()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const isMounted = useIsMounted()
  const isSending = useRef(false)
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [state, setState] = useState<'typing' | 'sending' | 'done'>('typing')
  const isDone = props.isDone || state === 'done'

  const send = async (code: string) => {
    if (isSending.current || isDone) return
    if (code.length < codeLength) {
      setError(t('Enter all six characters.'))
      input.current?.focus()
      return
    }
    isSending.current = true
    setState('sending')
    const problem = await props.onCode(code).catch((failure: unknown) => {
      console.error(failure)
      return describeFailure(failure, t)
    })
    isSending.current = false
    if (!isMounted()) return
    setState(problem ? 'typing' : 'done')
    if (!problem) return
    setError(problem)
    setCode('')
    input.current?.focus()
  }

  const onChange = (value: string) => {
    if (isSending.current || isDone) return
    const typed = value
      .toUpperCase()
      .replace(props.alphabet === 'digits' ? /\D/g : /[^A-Z\d]/g, '')
      .slice(0, codeLength)
    setCode(typed)
    setError(undefined)
    if (typed.length === codeLength && typed !== code) void send(typed)
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void send(code)
  }

  return (
    <form className="lk-form" noValidate onSubmit={onSubmit}>
      <label className="lk-label" htmlFor={id}>
        {props.label}
      </label>
      <input
        ref={input}
        className="lk-input"
        data-code
        id={id}
        name="code"
        autoComplete="one-time-code"
        inputMode={props.alphabet === 'digits' ? 'numeric' : 'text'}
        autoCapitalize="characters"
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: the one field of a form that the person is waiting for
        autoFocus={props.autoFocus}
        // Not `disabled`, which would take the focus away.
        readOnly={state === 'sending' || isDone}
        value={code}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
      />
      <Note
        id={`${id}-note`}
        error={error}
        success={isDone}
        hint={
          isDone && (
            <>
              <Icon path={check} /> {t('Verified. One moment…')}
            </>
          )
        }
      />
      <SubmitButton wide isBusy={state === 'sending'}>
        {props.submitLabel}
      </SubmitButton>
      {props.children}
    </form>
  )
}
