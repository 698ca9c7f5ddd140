import { html } from 'hono/html'
import { brand, type Html } from '../layout.ts'

/** The frame of every page of the docs: a bar, a menu that folds away on small screens, and the text. */
export function renderDocs(page: { current: 'api' | 'guide'; hasGuides: boolean; menu: Html; main: Html }): Html {
  const link = (id: typeof page.current, href: string, name: string) =>
    html`<a class="bar-link" href="${href}" ${page.current === id ? html`aria-current="page"` : ''}>${name}</a>`
  return html`
    <a class="skip" href="#content">Skip to the content</a>
    <header class="bar">
      <button class="menu-button" type="button" popovertarget="menu" aria-label="Menu"><span></span></button>
      ${brand}
      <nav aria-label="Docs">
        ${link('api', '/docs', 'API')}
        ${page.hasGuides ? link('guide', '/docs/guide/getting-started', 'Guide') : ''}
      </nav>
      <a class="bar-end" href="/docs/openapi.json">openapi.json</a>
    </header>
    <div class="docs">
      <nav class="menu" id="menu" popover aria-label="Contents">${page.menu}</nav>
      <main id="content" tabindex="-1">${page.main}</main>
    </div>
  `
}
