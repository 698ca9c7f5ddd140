import type { ReactNode } from 'react'
import { arrowBack, Icon } from './icon.tsx'

/** What stands in a link or button that leads back to where the person came from. */
export function Back({ children }: { children: ReactNode }) {
  return (
    <span className="lk-back">
      <Icon path={arrowBack} />
      {children}
    </span>
  )
}
