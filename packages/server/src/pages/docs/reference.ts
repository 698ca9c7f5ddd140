import { html } from 'hono/html'
import { assets } from '../assets.ts'
import { type Html, renderPage } from '../layout.ts'
import { type Api, anchorOf, listOperations, type Operation, readApi } from './api.ts'
import { renderErrors, renderObjects } from './appendix.ts'
import { renderDocs } from './docs-layout.ts'
import { renderInline } from './inline.ts'
import { renderIntroduction, sections } from './introduction.ts'
import { renderRoute } from './route.ts'

/** The page with every route of the API. `url` is the address that the examples call. */
export function renderReference(options: { url: string; hasGuides: boolean }): Html {
  const api = readApi()
  const features = listFeatures(api)
  const main = html`
    ${renderIntroduction(options.url)}
    ${features.map(
      ({ name, description, operations }) => html`
        <section aria-labelledby="${anchorOf(name)}">
          <h2 id="${anchorOf(name)}">${name}</h2>
          ${description ? html`<p class="lead">${renderInline(description)}</p>` : ''}
          ${operations.map((operation) => renderRoute(operation, api, options.url))}
        </section>
      `,
    )}
    ${renderObjects(api)} ${renderErrors(api)}
  `
  return renderPage({
    title: 'API · Latchkey',
    description: 'Every route of the Latchkey API, with fields, errors and examples.',
    script: assets.docsScript.path,
    body: renderDocs({ current: 'api', hasGuides: options.hasGuides, menu: renderMenu(features), main }),
  })
}

interface Feature {
  name: string
  description?: string
  operations: Operation[]
}

function listFeatures(api: Api): Feature[] {
  const operations = listOperations(api)
  return api.tags.map((tag) => ({ ...tag, operations: operations.filter(({ tags }) => tags[0] === tag.name) }))
}

function renderMenu(features: Feature[]): Html {
  return html`
    <label class="filter" hidden>
      <span class="hidden">Filter routes</span>
      <input type="search" placeholder="Filter routes" autocomplete="off" spellcheck="false" />
      <kbd aria-hidden="true">/</kbd>
    </label>
    <p class="filter-state" role="status"></p>
    ${renderMenuGroup(
      'Basics',
      sections.map((name) => ({ name, href: `#${anchorOf(name)}` })),
    )}
    ${features.map(({ name, operations }) =>
      renderMenuGroup(
        name,
        operations.map((operation) => ({
          name: operation.summary,
          href: `#${anchorOf(operation['x-route'])}`,
          method: operation['x-route'].split(' ')[0]!,
          search: [operation['x-route'], ...operation['x-errors']].join(' '),
        })),
      ),
    )}
    ${renderMenuGroup('Appendix', [
      { name: 'Objects', href: '#objects' },
      { name: 'Error codes', href: '#error-codes' },
    ])}
  `
}

interface MenuItem {
  name: string
  href: string
  method?: string
  /** What the filter looks through besides the name. */
  search?: string
}

function renderMenuGroup(name: string, items: MenuItem[]): Html {
  const id = `menu-${anchorOf(name)}`
  return html`
    <div class="menu-group">
      <p id="${id}">${name}</p>
      <ul aria-labelledby="${id}">
        ${items.map(
          ({ name, href, method, search }) =>
            html`<li data-search="${search ?? ''}">
              <a class="menu-link" href="${href}"><span>${keepWords(name)}</span>${method ? renderMethod(method) : ''}</a>
            </li>`,
        )}
      </ul>
    </div>
  `
}

/** A narrow menu would break the word after its hyphen. */
function keepWords(text: string): Html {
  const parts = text.split(/(e-mails?)/i)
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<span class="keep">${part}</span>` : part))}`
}

function renderMethod(method: string): Html {
  return html`<small class="method" data-method="${method}">${method}</small>`
}
