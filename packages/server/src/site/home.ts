import { html } from 'hono/html'
import { type Html, renderCardPage, renderLinks } from '../pages/layout.ts'
import { version } from '../version.ts'

interface PageLink {
  href: string
  name: string
  text: string
}

/** The address of the server itself: says what it is and where to go on. */
export function renderHome(links: readonly PageLink[]): Html {
  return renderCardPage({
    title: 'Latchkey',
    description: 'Sign-in and users for your app, on your own machine.',
    content: html`
      <h1>Latchkey is running</h1>
      <p>Sign-in and users for your app, on your own machine.</p>
      ${renderLinks(links)}
      <p class="note">Version ${version}</p>
    `,
  })
}
