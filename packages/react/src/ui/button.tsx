import type { ReactNode } from 'react'
import { Spinner } from './spinner.tsx'
import { useAction } from './use-action.ts'

interface ButtonProps {
  kind?: 'primary' | 'danger' | 'quiet' | undefined
  size?: 'small' | undefined
  /** As wide as its container. */
  wide?: boolean | undefined
  isDisabled?: boolean | undefined
  /** Its name for screen readers, where what it shows says too little. Starts with what it shows. */
  label?: string | undefined
  /** The id of what explains it. */
  describedBy?: string | undefined
  onClick: () => unknown
  autoFocus?: boolean | undefined
  children: ReactNode
}

export function Button({ onClick, ...props }: ButtonProps) {
  const [run, isBusy] = useAction(onClick)
  return <PlainButton {...props} type="button" isBusy={isBusy} onClick={props.isDisabled ? undefined : run} />
}

/** A button that reads like a link: for something beside the main thing. */
export function LinkButton({
  onClick,
  isDisabled,
  children,
}: Pick<ButtonProps, 'onClick' | 'isDisabled' | 'children'>) {
  const [run, isBusy] = useAction(onClick)
  return (
    <button
      className="lk-link"
      type="button"
      aria-disabled={isBusy || isDisabled || undefined}
      onClick={isDisabled ? undefined : run}
    >
      {children}
    </button>
  )
}

/** Its click is the form's submit event, which refuses a second one while the first is under way. */
export function SubmitButton(props: Omit<ButtonProps, 'onClick'> & { isBusy: boolean }) {
  return <PlainButton kind="primary" {...props} type="submit" />
}

function PlainButton(
  props: Omit<ButtonProps, 'onClick'> & {
    type: 'button' | 'submit'
    isBusy: boolean
    onClick?: (() => void) | undefined
  },
) {
  const { kind, size, wide, type, isBusy, isDisabled, label, describedBy, onClick, autoFocus, children } = props
  return (
    <button
      className="lk-button"
      type={type}
      data-kind={kind}
      data-size={size}
      data-wide={wide || undefined}
      // Not `disabled`, which would take the focus away from somebody on a keyboard.
      aria-disabled={isBusy || isDisabled || undefined}
      aria-busy={isBusy || undefined}
      aria-label={label}
      aria-describedby={describedBy}
      onClick={onClick}
      // biome-ignore lint/a11y/noAutofocus: only for a button that takes the place of the one just pressed
      autoFocus={autoFocus}
    >
      <span className="lk-button-label">{children}</span>
      {isBusy && <Spinner />}
    </button>
  )
}
