import type { ReactNode } from 'react'
import { arrowBack, Icon } from './icon.tsx'

/** The content of a link or button that goes back. */
export function Back({ children }: { children: ReactNode }) {
  return (
    <span className="lk-back">
      <Icon path={arrowBack} />
      {children}
    </span>
  )
}
