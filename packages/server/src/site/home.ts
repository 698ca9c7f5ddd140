import { html } from 'hono/html'
import { type Html, renderCardPage, renderLinks } from '../pages/layout.ts'
import { version } from '../version.ts'

interface PageLink {
  href: string
  name: string
  text: string
}

/** The home page of the server, with links to its parts. */
export function renderHome(links: readonly PageLink[]): Html {
  return renderCardPage({
    title: 'Latchkey',
    description: 'Authentication and user management for your app, on your own server.',
    content: html`
      <h1>Latchkey is running</h1>
      <p>Authentication and user management for your app, on your own server.</p>
      ${renderLinks(links)}
      <p class="note">Version ${version}</p>
    `,
  })
}
