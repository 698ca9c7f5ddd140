import { html } from 'hono/html'
import { type Html, renderCardPage, renderLinks } from '../http/pages/layout.ts'

export function renderNotFound(path: string): Html {
  return renderCardPage({
    title: 'Not found · Latchkey',
    content: html`
      <h1>Page not found</h1>
      <p>There is no page at <code>${path.slice(0, 200)}</code>. It may have moved, or the link may have a typo.</p>
      ${renderLinks([
        { href: '/', name: 'Home', text: 'Start page of this server' },
        { href: '/docs', name: 'Docs', text: 'Every route of the API' },
      ])}
    `,
  })
}
