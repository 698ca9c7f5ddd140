/** The module that stored sources import as `@stackframe/emails`: marks that say something about the mail. */

import type { ReactNode } from 'react'

export interface Props<Variables = Record<string, never>> {
  user: { displayName: string | null }
  project: { displayName: string }
  variables: Variables
}

export interface ThemeProps {
  children: ReactNode
  /** Only in mails of a kind that can be switched off. */
  unsubscribeLink?: string | undefined
}

export function Subject(_props: { value: string }): null {
  return null
}

export function NotificationCategory(_props: { value: 'Transactional' | 'Marketing' }): null {
  return null
}
