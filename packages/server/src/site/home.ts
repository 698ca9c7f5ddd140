import { html } from 'hono/html'
import { type Html, renderCardPage, renderLinks } from '../http/pages/layout.ts'
import { version } from '../platform/version.ts'

interface PageLink {
  href: string
  name: string
  text: string
}

interface Home {
  url: string
  isProduction: boolean
  /** Absent without a dashboard. */
  action?: { href: string; name: string }
  links: readonly PageLink[]
}

/** The home page of the server: what runs here, the next step, and links to its parts. */
export function renderHome({ url, isProduction, action, links }: Home): Html {
  return renderCardPage({
    title: 'Latchkey',
    description: 'Authentication and user management for your app, on your own server.',
    content: html`
      <h1>Latchkey is running</h1>
      <p>Sign-in, users, teams, payments and emails for your apps, on your own server.</p>
      ${action ? html`<a class="button" href="${action.href}">${action.name}</a>` : ''} ${renderLinks(links)}
      <p class="note">
        Version ${version} · ${isProduction ? 'Production' : 'Development'} · ${new URL(url).host} ·
        <a href="/health">Health</a>
      </p>
    `,
  })
}
