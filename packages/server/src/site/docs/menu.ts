import { html } from 'hono/html'
import type { Html } from '../../http/pages/layout.ts'
import type { Feature } from './features.ts'
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
}

/** Every group, with the routes of the current one. */
export function renderMenu(features: Feature[], current: string): Html {
  const groups: MenuGroup[] = [
    { name: 'Basics', path: introductionPath, items: [] },
    ...features.map(({ name, operations }) => ({ name, path: pathOf(name), items: operations.map(describeRoute) })),
    { name: 'Objects', path: objectsPath, items: [] },
    { name: 'Error codes', path: errorsPath, items: [] },
  ]
  return html`<ul class="menu-groups">${groups.map((group) => renderGroup(group, group.path === current))}</ul>`
}

function describeRoute(operation: Feature['operations'][number]): MenuItem {
  return {
    name: operation.summary,
    href: placeOfRoute(operation),
    method: operation['x-route'].split(' ')[0]!,
  }
}

function renderGroup({ name, path, items }: MenuGroup, isCurrent: boolean): Html {
  return html`<li class="menu-group">
    <a class="menu-title" href="${path}" ${isCurrent ? html`aria-current="page"` : ''}>${name}</a>
    ${isCurrent && items.length > 0 ? html`<ul>${items.map(renderItem)}</ul>` : ''}
  </li>`
}

function renderItem({ name, href, method }: MenuItem): Html {
  return html`<li>
    <a class="menu-link" href="${href}"><span>${name}</span>${method ? renderMethod(method) : ''}</a>
  </li>`
}

function renderMethod(method: string): Html {
  return html`<small class="method" data-method="${method}">${method}</small>`
}
