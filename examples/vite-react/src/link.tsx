import type { MouseEvent, ReactNode } from 'react'
import { navigate } from './router.ts'

interface LinkProps {
  to: string
  className?: string
  isCurrent?: boolean
  children: ReactNode
}

export function Link({ to, className, isCurrent, children }: LinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    navigate(to)
  }
  return (
    <a className={className} href={to} aria-current={isCurrent ? 'page' : undefined} onClick={follow}>
      {children}
    </a>
  )
}
