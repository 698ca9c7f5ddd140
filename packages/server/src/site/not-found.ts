import { html } from 'hono/html'
import { type Html, renderCardPage, renderLinks } from '../pages/layout.ts'

export function renderNotFound(path: string): Html {
  return renderCardPage({
    title: 'Not found · Latchkey',
    content: html`
      <h1>There is nothing here</h1>
      <p>No page has the address <code>${path.slice(0, 200)}</code>. It may have moved, or the link has a typo.</p>
      ${renderLinks([
        { href: '/', name: 'Home', text: 'What runs on this server' },
        { href: '/docs', name: 'Docs', text: 'Every route of the API' },
      ])}
    `,
  })
}
