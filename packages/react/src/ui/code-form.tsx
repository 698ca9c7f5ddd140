import type { KnownError } from '@latchkey/sdk'
import { type FormEvent, type ReactNode, type SyntheticEvent, useId, useRef, useState } from 'react'
import { useTranslate } from '../i18n/translation.tsx'
import { SubmitButton } from './button.tsx'
import { describeRefusal } from './failures.tsx'
import { Note } from './field.tsx'
import { check, Icon } from './icon.tsx'
import { useIsMounted } from './use-action.ts'
import { toText } from './use-form.ts'

const codeLength = 6

interface CodeFormProps {
  label: string
  /** Letters are upper-cased; characters that cannot be part of the code, such as spaces, are dropped. */
  alphabet: 'digits' | 'letters and digits'
  /** Without it there is no button: the sixth character submits. */
  submitLabel?: string | undefined
  /** Submits a code. Returns a text or the server's error if it is wrong; a rejection is shown in the same place. */
  onCode: (code: string) => Promise<string | KnownError | undefined>
  /** Whether the code was accepted and the next step is pending, even if `onCode` has not returned yet. */
  isDone?: boolean | undefined
  autoFocus?: boolean | undefined
  children?: ReactNode
}

/**
 * Six cells that show the content of one input, because paste, autofill and screen readers handle a single input best.
 * The input covers the cells and is transparent.
 */
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
      return describeRefusal(failure, t)
    })
    isSending.current = false
    if (!isMounted()) return
    setState(problem ? 'typing' : 'done')
    if (!problem) return
    setError(toText(problem, t))
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
    <form className="lk-form" method="post" noValidate onSubmit={onSubmit}>
      <label className="lk-hidden" htmlFor={id}>
        {props.label}
      </label>
      <div className="lk-code" data-invalid={error ? true : undefined}>
        {Array.from({ length: codeLength }, (_, index) => (
          <span
            className="lk-code-cell"
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell is identified by its position
            key={index}
            data-active={index === Math.min(code.length, codeLength - 1) || undefined}
            aria-hidden="true"
          >
            {code[index]}
          </span>
        ))}
        <input
          ref={input}
          className="lk-code-input"
          id={id}
          name="code"
          autoComplete="one-time-code"
          inputMode={props.alphabet === 'digits' ? 'numeric' : 'text'}
          autoCapitalize="characters"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: the only field of a form that the user is waiting for
          autoFocus={props.autoFocus}
          // Not `disabled`, which would remove the focus.
          readOnly={state === 'sending' || isDone}
          value={code}
          onChange={(event) => onChange(event.target.value)}
          onSelect={keepCaretLast}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note`}
        />
      </div>
      <Note
        id={`${id}-note`}
        error={error}
        success={isDone}
        hint={
          isDone ? (
            <>
              <Icon path={check} /> {t('Verified. One moment…')}
            </>
          ) : (
            state === 'sending' && t('Verifying…')
          )
        }
      />
      {props.submitLabel && (
        <SubmitButton wide isBusy={state === 'sending'}>
          {props.submitLabel}
        </SubmitButton>
      )}
      {props.children}
    </form>
  )
}

/** The caret is invisible, so characters always go to the end. */
function keepCaretLast({ currentTarget: field }: SyntheticEvent<HTMLInputElement>) {
  const end = field.value.length
  if (field.selectionStart === field.selectionEnd && field.selectionEnd !== end) field.setSelectionRange(end, end)
}
