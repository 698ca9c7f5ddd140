/** The module that stored sources import as `@stackframe/emails`: marks that say something about the email. */

import type { ReactNode } from 'react'

export interface Props<Variables = Record<string, never>> {
  user: { displayName: string | null }
  project: Project
  variables: Variables
  /** The language of the reader as a BCP 47 tag, such as `de-AT`. */
  locale: string
}

export interface Project {
  displayName: string
  /** Absent if the project has no logo. */
  logoUrl?: string | undefined
  /** In the project's colors, for the `style` of a button. */
  buttonStyle: ButtonStyle
  /** The same for themes that are dark. */
  darkButtonStyle: ButtonStyle
}

export interface ButtonStyle {
  backgroundColor: string
  color: string
  borderRadius: string
}

export interface ThemeProps {
  children: ReactNode
  project: Project
  /** The language of the reader as a BCP 47 tag, such as `de-AT`. */
  locale: string
  /** Only in emails of a kind that can be switched off. */
  unsubscribeLink?: string | undefined
}

export function Subject(_props: { value: string }): null {
  return null
}

export function NotificationCategory(_props: { value: 'Transactional' | 'Marketing' }): null {
  return null
}
