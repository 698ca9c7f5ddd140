import { html } from 'hono/html'
import { type Asset, assets } from '../../http/pages/assets.ts'
import { brand, type Html, renderPage } from '../../http/pages/layout.ts'

interface DocsPage {
  title: string
  description?: string
  /** In addition to the styles of every docs page. */
  styles?: readonly Asset[]
  current?: 'api' | 'guide'
  hasGuides: boolean
  menu: Html
  main: Html
  /** Listed in a column of its own where there is room, and in the menu elsewhere. */
  sections?: readonly PageLink[]
  previous?: PageLink | undefined
  next?: PageLink | undefined
}

export interface PageLink {
  href: string
  name: string
}

export function renderDocsPage({ title, description, styles = [], ...frame }: DocsPage): Html {
  return renderPage({
    title,
    ...(description === undefined ? {} : { description }),
    styles: [assets.docsFrameStyles, assets.docsMenuStyles, assets.docsTextStyles, assets.docsSearchStyles, ...styles],
    script: assets.docsScript,
    body: renderFrame(frame),
  })
}

type Frame = Omit<DocsPage, 'title' | 'description' | 'styles'>

/** A header, a menu that collapses on small screens, the content, and what is on the page. */
function renderFrame({ current, hasGuides, menu, main, sections = [], previous, next }: Frame): Html {
  const link = (id: typeof current, href: string, name: string) =>
    html`<a class="bar-link" href="${href}" ${current === id ? html`aria-current="page"` : ''}>${name}</a>`
  return html`
    <a class="skip" href="#content">Skip to the content</a>
    <header class="bar">
      <button class="menu-button" type="button" popovertarget="menu" aria-label="Menu"><span></span></button>
      ${brand}
      <nav aria-label="Docs">
        ${hasGuides ? link('guide', '/docs/guide/getting-started', 'Guide') : ''}
        ${link('api', '/docs', 'API')}
      </nav>
      <label class="own-project" hidden>
        <span class="hidden">Project in the examples</span>
        <select></select>
      </label>
      <a class="search-button" href="/docs/search"><span>Search</span> <kbd aria-hidden="true">/</kbd></a>
    </header>
    <div class="docs ${sections.length > 1 ? 'with-sections' : ''}">
      <nav class="menu" id="menu" popover aria-label="Contents">
        ${sections.length > 1 ? html`<div class="menu-group menu-sections">${renderSections('menu-page', sections)}</div>` : ''}
        ${menu}
      </nav>
      <main id="content" tabindex="-1">${main}${renderNeighbors(previous, next)}</main>
      ${
        sections.length > 1
          ? html`<aside class="sections" aria-labelledby="sections-page">${renderSections('sections-page', sections)}</aside>`
          : ''
      }
    </div>
  `
}

function renderSections(id: string, sections: readonly PageLink[]): Html {
  return html`
    <p id="${id}">On this page</p>
    <ul aria-labelledby="${id}">
      ${sections.map(({ href, name }) => html`<li><a class="menu-link" href="${href}"><span>${name}</span></a></li>`)}
    </ul>
  `
}

function renderNeighbors(previous?: PageLink, next?: PageLink): Html | '' {
  if (!previous && !next) return ''
  const link = (kind: string, label: string, { href, name }: PageLink) =>
    html`<a class="neighbor" rel="${kind}" href="${href}"><small>${label}</small>${name}</a>`
  return html`<nav class="neighbors" aria-label="Previous and next page">
    ${previous ? link('prev', 'Previous', previous) : html`<span></span>`} ${next ? link('next', 'Next', next) : ''}
  </nav>`
}
