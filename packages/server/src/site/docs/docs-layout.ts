import { html } from 'hono/html'
import { type Asset, assets } from '../../pages/assets.ts'
import { brand, type Html, renderPage } from '../../pages/layout.ts'

interface DocsPage {
  title: string
  description?: string
  /** In addition to the styles of every docs page. */
  styles?: readonly Asset[]
  current: 'api' | 'guide'
  hasGuides: boolean
  menu: Html
  main: Html
}

export function renderDocsPage({ title, description, styles = [], ...frame }: DocsPage): Html {
  return renderPage({
    title,
    ...(description === undefined ? {} : { description }),
    styles: [assets.docsFrameStyles, assets.docsMenuStyles, assets.docsTextStyles, ...styles],
    script: assets.docsScript,
    body: renderFrame(frame),
  })
}

/** A header, a menu that collapses on small screens, and the content. */
function renderFrame(page: Pick<DocsPage, 'current' | 'hasGuides' | 'menu' | 'main'>): Html {
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
