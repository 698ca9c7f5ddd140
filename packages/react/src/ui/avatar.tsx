import { useState } from 'react'

export interface AvatarUser {
  profileImageUrl?: string | null | undefined
  displayName?: string | null | undefined
  primaryEmail?: string | null | undefined
}

export interface AvatarProps {
  /** Whose picture it is. */
  user?: AvatarUser | null | undefined
  /** In pixels. */
  size?: number | undefined
  /** Whether there is a line around it. */
  border?: boolean | undefined
  /** For a team rather than a person. */
  isSquare?: boolean | undefined
}

/** The person's image, else two letters of their name or email, else a figure. The name stands beside it. */
export function Avatar({ user, size = 34, border, isSquare }: AvatarProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>()
  const url = user?.profileImageUrl
  const shared = {
    className: 'lk-avatar',
    width: size,
    height: size,
    'data-border': border || undefined,
    'data-square': isSquare || undefined,
    // By script rather than by attribute, which a Content-Security-Policy would refuse in a server's HTML.
    ref: (element: HTMLElement | SVGElement | null) => {
      element?.style.setProperty('--lk-avatar-size', `${size}px`)
    },
  }
  if (url && url !== brokenUrl) {
    return <img {...shared} src={url} alt="" referrerPolicy="no-referrer" onError={() => setBrokenUrl(url)} />
  }
  const initials = [...(user?.displayName || user?.primaryEmail || '')]
    .slice(0, isSquare ? 1 : 2)
    .join('')
    .toUpperCase()
  return (
    <svg {...shared} viewBox="0 0 100 100" aria-hidden="true" focusable="false">
      {initials ? (
        <text x="50" y="50">
          {initials}
        </text>
      ) : (
        <path d="M50 50a15 15 0 1 0 0-30 15 15 0 0 0 0 30Z M22 79c3-14 14-21 28-21s25 7 28 21" />
      )}
    </svg>
  )
}
