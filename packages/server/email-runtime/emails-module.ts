/** The module that stored sources import as `@stackframe/emails`: marks that say something about the mail. */

export function Subject(_props: { value: string }): null {
  return null
}

export function NotificationCategory(_props: { value: string }): null {
  return null
}
