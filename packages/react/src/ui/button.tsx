import type { ReactNode } from 'react'
import { Spinner } from './spinner.tsx'
import { useAction } from './use-action.ts'

interface ButtonProps {
  kind?: 'primary' | 'danger' | 'quiet' | undefined
  size?: 'small' | undefined
  /** As wide as its container. */
  wide?: boolean | undefined
  isDisabled?: boolean | undefined
  /** The name for screen readers, if the visible text is not enough. Must start with the visible text. */
  label?: string | undefined
  /** The id of the element that describes it. */
  describedBy?: string | undefined
  onClick: () => unknown
  autoFocus?: boolean | undefined
  children: ReactNode
}

export function Button({ onClick, ...props }: ButtonProps) {
  const [run, isBusy] = useAction(onClick)
  return <PlainButton {...props} type="button" isBusy={isBusy} onClick={props.isDisabled ? undefined : run} />
}

/** A button that looks like a link, for secondary actions. */
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

/** Submits the form, which ignores a second submission while the first is pending. */
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
      // Not `disabled`, which would remove the keyboard focus.
      aria-disabled={isBusy || isDisabled || undefined}
      aria-busy={isBusy || undefined}
      aria-label={label}
      aria-describedby={describedBy}
      onClick={onClick}
      // biome-ignore lint/a11y/noAutofocus: only for a button that replaces the one just pressed
      autoFocus={autoFocus}
    >
      <span className="lk-button-label">{children}</span>
      {isBusy && <Spinner />}
    </button>
  )
}
