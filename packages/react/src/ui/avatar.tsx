import { useState } from 'react'

export interface AvatarUser {
  profileImageUrl?: string | null | undefined
  displayName?: string | null | undefined
  primaryEmail?: string | null | undefined
}

export interface AvatarProps {
  /** The user of the avatar. */
  user?: AvatarUser | null | undefined
  /** In pixels. */
  size?: number | undefined
  /** Whether it has a border. */
  border?: boolean | undefined
  /** Whether it is square, as for teams. */
  isSquare?: boolean | undefined
}

/**
 * The user's image, else two letters of the name or email, else an icon. It has no label, because the name is shown
 * beside it.
 */
export function Avatar({ user, size = 34, border, isSquare }: AvatarProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>()
  const url = user?.profileImageUrl
  const shared = {
    className: 'lk-avatar',
    width: size,
    height: size,
    'data-border': border || undefined,
    'data-square': isSquare || undefined,
    // Set by script, because a Content-Security-Policy would block a style attribute in a server's HTML.
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
