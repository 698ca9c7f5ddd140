import type { HandlerUrls } from '@latchkey/sdk'
import { type ComponentType, createContext, type MouseEvent, type ReactNode, useContext } from 'react'
import { useNavigateOf } from '../hooks/app-hooks.ts'
import { useApp } from '../hooks/use-app.ts'
import { useQuery } from '../hooks/use-query.ts'

type Target = 'signIn' | 'signUp' | 'forgotPassword' | 'home'

/** The link component of a framework, which handles clicks itself. */
export const LinkContext = createContext<ComponentType<LinkProps> | undefined>(undefined)

export interface LinkProps {
  className: string
  href: string
  children: ReactNode
}

/**
 * A link to another of our pages. It is a real link that can be opened in a new tab; a plain click uses the app's
 * router. It passes on the user's destination.
 */
export function AppLink(props: { to: Target; className?: string; children: ReactNode }) {
  const { to, className = 'lk-link', children } = props
  const app = useApp()
  const navigate = useNavigateOf(app)
  const href = withReturnTo(app.urls, to, useQuery()?.after_auth_return_to)
  const Link = useContext(LinkContext)
  if (Link) {
    return (
      <Link className={className} href={href}>
        {children}
      </Link>
    )
  }
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    navigate(href)
  }
  return (
    <a className={className} href={href} onClick={follow}>
      {children}
    </a>
  )
}

function withReturnTo(urls: HandlerUrls, to: Target, returnTo: string | undefined): string {
  if (!returnTo) return urls[to]
  const [path = '', hash] = urls[to].split('#')
  const query = new URLSearchParams({ after_auth_return_to: returnTo })
  return `${path}${path.includes('?') ? '&' : '?'}${query}${hash ? `#${hash}` : ''}`
}
