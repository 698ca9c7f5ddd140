import type { ComponentProps, ReactNode } from 'react'
import { useLock } from './lock.tsx'

interface ButtonLook {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-filled' | undefined
  size?: 'small' | 'medium' | 'large' | undefined
  /** Fills the width of its container. */
  isWide?: boolean | undefined
}

interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  icon?: ReactNode | undefined
  /** Keeps its width and cannot be pressed again. */
  isBusy?: boolean | undefined
}

export function Button({ icon, isBusy = false, variant, size, isWide, children, onClick, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      {...buttonLook({ variant, size, isWide })}
      {...props}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || props['aria-disabled'] || undefined}
      {...useLock()}
      onClick={(event) => {
        // Not `disabled`, which would lose the focus while busy.
        if (isBusy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {icon}
      <span>{children}</span>
    </button>
  )
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'>, ButtonLook {
  /** The accessible name of the icon button. */
  label: string
  icon: ReactNode
}

export function IconButton({ label, icon, variant = 'quiet', size, isWide, ...props }: IconButtonProps) {
  return (
    <button
      type="button"
      {...buttonLook({ variant, size, isWide })}
      data-icon-only
      aria-label={label}
      {...props}
      {...useLock()}
    >
      {icon}
    </button>
  )
}

/** For links that look like buttons: `<Link {...buttonLook({ variant: 'primary' })} to="…">`. */
export function buttonLook({ variant = 'secondary', size = 'medium', isWide }: ButtonLook = {}) {
  return {
    className: 'ui-button',
    'data-variant': variant,
    'data-size': size,
    'data-wide': isWide || undefined,
  }
}
