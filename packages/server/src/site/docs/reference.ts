import { html } from 'hono/html'
import { assets } from '../../http/pages/assets.ts'
import type { Html } from '../../http/pages/layout.ts'
import { type Api, anchorOf, readApi } from './api.ts'
import { renderErrors, renderObjects } from './appendix.ts'
import { type PageLink, renderDocsPage } from './docs-layout.ts'
import { type Feature, listFeatures } from './features.ts'
import { renderInline } from './inline.ts'
import { renderIntroduction, sections } from './introduction.ts'
import { renderMenu } from './menu.ts'
import { errorsPath, introductionPath, objectsPath, pathOf } from './places.ts'
import { renderRoute } from './route.ts'

interface ReferenceOptions {
  /** The server URL in the examples. */
  url: string
  hasGuides: boolean
}

interface ReferencePage {
  title: string
  description: string
  main: Html
  sections?: PageLink[]
}

/** The reference page at the path, if there is one. */
export function findReference(path: string, { url, hasGuides }: ReferenceOptions): Html | undefined {
  const api = readApi()
  const features = listFeatures(api)
  const page = findPage(path, api, features, url)
  if (!page) return undefined
  return renderDocsPage({
    ...page,
    styles: [assets.docsReferenceStyles],
    current: 'api',
    hasGuides,
    menu: renderMenu(features, path),
    ...findNeighbors(path, features),
  })
}

function findNeighbors(path: string, features: Feature[]) {
  const pages: PageLink[] = [
    { href: introductionPath, name: 'Basics' },
    ...features.map(({ name }) => ({ href: pathOf(name), name })),
    { href: objectsPath, name: 'Objects' },
    { href: errorsPath, name: 'Error codes' },
  ]
  const place = pages.findIndex(({ href }) => href === path)
  return { previous: pages[place - 1], next: pages[place + 1] }
}

function findPage(path: string, api: Api, features: Feature[], url: string): ReferencePage | undefined {
  if (path === introductionPath) {
    return {
      title: 'API · Latchkey',
      description: 'Every route of the Latchkey API, with fields, errors and examples.',
      main: renderIntroduction(url, features),
      sections: sections.map((name) => ({ href: `#${anchorOf(name)}`, name })),
    }
  }
  if (path === objectsPath) {
    const description = 'The objects that routes of the Latchkey API return.'
    return { title: 'Objects · API · Latchkey', description, main: renderObjects(api) }
  }
  if (path === errorsPath) {
    const description = 'Every error code of the Latchkey API.'
    return { title: 'Error codes · API · Latchkey', description, main: renderErrors(api) }
  }
  const feature = features.find(({ name }) => pathOf(name) === path)
  if (!feature) return undefined
  const description = feature.description?.replaceAll('`', '') ?? 'Routes of the Latchkey API.'
  return { title: `${feature.name} · API · Latchkey`, description, main: renderFeature(feature, api, url) }
}

function renderFeature({ name, description, operations }: Feature, api: Api, url: string): Html {
  return html`
    <h1>${name}</h1>
    ${description ? html`<p class="lead">${renderInline(description)}</p>` : ''}
    ${operations.map((operation) => renderRoute(operation, api, url))}
  `
}
