import { html } from 'hono/html'
import type { Html } from '../../pages/layout.ts'
import { anchorOf } from './api.ts'
import type { Feature } from './features.ts'
import { sections } from './introduction.ts'
import { errorsPath, introductionPath, objectsPath, pathOf, placeOfRoute } from './places.ts'

interface MenuGroup {
  name: string
  path: string
  items: MenuItem[]
}

interface MenuItem {
  name: string
  href: string
  method?: string
  /** Text that the filter searches in addition to the name. */
  search?: string
}

/** Every route is in the menu of every page for the filter to find; only those of the current page are shown at first. */
export function renderMenu(features: Feature[], current: string): Html {
  const basics = sections.map((name) => ({ name, href: `${introductionPath}#${anchorOf(name)}` }))
  const groups: MenuGroup[] = [
    { name: 'Basics', path: introductionPath, items: basics },
    ...features.map(({ name, operations }) => ({ name, path: pathOf(name), items: operations.map(describeRoute) })),
    { name: 'Objects', path: objectsPath, items: [] },
    { name: 'Error codes', path: errorsPath, items: [] },
  ]
  return html`
    <label class="filter" hidden>
      <span class="hidden">Filter routes</span>
      <input type="search" placeholder="Filter routes" autocomplete="off" spellcheck="false" />
      <kbd aria-hidden="true">/</kbd>
    </label>
    <p class="filter-state" role="status"></p>
    <ul class="menu-groups">
      ${groups.map((group) => renderGroup(group, group.path === current))}
    </ul>
  `
}

function describeRoute(operation: Feature['operations'][number]): MenuItem {
  return {
    name: operation.summary,
    href: placeOfRoute(operation),
    method: operation['x-route'].split(' ')[0]!,
    search: [operation['x-route'], ...operation['x-errors']].join(' '),
  }
}

function renderGroup({ name, path, items }: MenuGroup, isCurrent: boolean): Html {
  const list = html`<ul ${isCurrent ? '' : html`hidden`}>
    ${items.map(renderItem)}
  </ul>`
  return html`<li class="menu-group">
    <a class="menu-title" href="${path}" ${isCurrent ? html`aria-current="page"` : ''}>${keepWords(name)}</a>
    ${items.length > 0 ? list : ''}
  </li>`
}

function renderItem({ name, href, method, search }: MenuItem): Html {
  return html`<li class="menu-item" ${search ? html`data-search="${search}"` : ''}>
    <a class="menu-link" href="${href}"><span>${keepWords(name)}</span>${method ? renderMethod(method) : ''}</a>
  </li>`
}

/** Prevents a line break after the hyphen in a narrow menu. */
function keepWords(text: string): Html {
  const parts = text.split(/(e-mails?)/i)
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<span class="keep">${part}</span>` : part))}`
}

function renderMethod(method: string): Html {
  return html`<small class="method" data-method="${method}">${method}</small>`
}
