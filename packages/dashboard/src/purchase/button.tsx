import type { ReactNode } from 'react'

interface ButtonProps {
  kind?: 'quiet'
  type?: 'submit'
  isBusy: boolean
  isDisabled?: boolean
  onClick?: () => void
  children: ReactNode
}

/** Keeps its width and focus while busy. `disabled` would lose the focus. */
export function Button({ kind, type, isBusy, isDisabled, onClick, children }: ButtonProps) {
  return (
    <button
      className="lk-button"
      type={type ?? 'button'}
      data-kind={kind}
      data-wide
      aria-disabled={isBusy || isDisabled || undefined}
      aria-busy={isBusy || undefined}
      onClick={isBusy || isDisabled ? undefined : onClick}
    >
      <span>{children}</span>
    </button>
  )
}
