import { setImmediate as nextTurn } from 'node:timers/promises'
import { html } from 'hono/html'
import MiniSearch, { type SearchResult } from 'minisearch'
import type { Html } from '../../http/pages/layout.ts'
import { listOperations, nameOf, readApi } from './api.ts'
import { renderDocsPage } from './docs-layout.ts'
import { type DocsServer, guides, readGuide, renderGuideMenu } from './guides.ts'
import { errorsPath, objectsPath, pathOf, placeOfError, placeOfObject, placeOfRoute } from './places.ts'

/** A section of a guide, a route, an object or an error code. */
interface Entry {
  href: string
  title: string
  /** Where it is: the name of the guide or the group of routes. */
  page: string
  text: string
  /** Found, but not shown. */
  keywords?: string
  method?: string
}

export interface Hit extends Omit<Entry, 'text' | 'keywords'> {
  excerpt: string
}

export interface DocsSearch {
  find(query: string): Hit[]
}

const maxQueryLength = 100
/** Each is looked up in the whole index. */
const maxTerms = 8
const maxHits = 12

/** Full-text search over guides and reference. The index is small and made once, with pauses for other requests. */
export async function createDocsSearch(server: DocsServer): Promise<DocsSearch> {
  const entries: Entry[] = []
  for (const guide of guides) {
    entries.push(...listSections(guide, server))
    await nextTurn()
  }
  entries.push(...listReference())
  const index = new MiniSearch<Entry>({
    idField: 'href',
    fields: ['title', 'page', 'text', 'keywords'],
    storeFields: ['href', 'title', 'page', 'text', 'method'],
    searchOptions: {
      boost: { title: 4, page: 2 },
      // A single letter would begin hundreds of words.
      prefix: (term) => term.length > 1,
      // Tolerates a typo, but only in words that are long enough to be recognized.
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      combineWith: 'AND',
    },
  })
  await index.addAllAsync(entries, { chunkSize: 10 })
  return {
    find(query) {
      const wanted = query.slice(0, maxQueryLength)
      // An anchor finds its own place, so that old links can be followed.
      if (wanted.startsWith('#'))
        return entries.filter((entry) => isPlace(entry, wanted.slice(1))).map((entry) => toHit(entry))
      return index
        .search(toTerms(wanted).join(' '))
        .slice(0, maxHits)
        .map((result) => toHit(result as SearchResult & Entry, result.terms))
    },
  }
}

function toTerms(query: string): string[] {
  const words = query.toLowerCase().split(/[\s\p{P}]+/u)
  return [...new Set(words)].filter(Boolean).slice(0, maxTerms)
}

function isPlace({ href }: Entry, id: string): boolean {
  return href.endsWith(`#${id}`) || href === `/docs/api/${id}`
}

const excerptLength = 140

/** The part of the text around the first word that was found. */
function toHit({ href, title, page, text, method }: Entry, terms: string[] = []): Hit {
  const lower = text.toLowerCase()
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0)
  const start = Math.max(0, Math.min(...places, text.length) - 40)
  const from = places.length === 0 || start === 0 ? 0 : text.indexOf(' ', start) + 1
  const end = from + excerptLength
  const excerpt = `${from > 0 ? '… ' : ''}${text.slice(from, end).trim()}${end < text.length ? ' …' : ''}`
  return { href, title, page, excerpt, ...(method ? { method } : {}) }
}

function listSections(guide: (typeof guides)[number], server: DocsServer): Entry[] {
  const { html: content } = readGuide(guide, server)
  // Every heading but those of small parts starts a section.
  return content.split(/(?=<h[1-3] id=")/).flatMap((section) => {
    const [, level, id, heading] = /^<h([1-3]) id="([^"]+)">([\s\S]*?)(?=<a class="anchor"|<\/h)/.exec(section) ?? []
    if (!level) return []
    const href = level === '1' ? guide.path : `${guide.path}#${id}`
    const text = toText(section.replace(/^<h[\s\S]*?<\/h\d>/, ''))
    return [{ href, title: toText(heading!), page: level === '1' ? 'Guide' : guide.title, text }]
  })
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'", amp: '&' }

function toText(content: string): string {
  return content
    .replaceAll('<wbr />', '')
    .replaceAll(/<[^>]+>/g, (tag) => (/^<\/?(?:span|code|strong|em|a)\b/.test(tag) ? '' : ' '))
    .replaceAll(/&(lt|gt|quot|#39|#x27|amp);/g, (_, name: string) => entities[name]!)
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function listReference(): Entry[] {
  const api = readApi()
  const groups = api.tags.map(({ name, description = '' }) => ({
    href: pathOf(name),
    title: name,
    page: 'API',
    text: description.replaceAll('`', ''),
  }))
  const routes = listOperations(api).map((operation) => ({
    href: placeOfRoute(operation),
    title: operation.summary,
    page: operation.tags[0],
    method: operation['x-route'].split(' ')[0]!,
    text: [operation['x-route'], operation.description?.replaceAll('`', '')].join(' ').trim(),
    keywords: operation['x-errors'].join(' '),
  }))
  const shared = Object.entries(api.components.schemas).flatMap(([name, schema]) => {
    if (schema['x-status']) {
      const { error } = schema.examples![0] as { error: string }
      return [{ href: placeOfError(name), title: name, page: 'Error codes', text: error }]
    }
    if (!schema.properties || nameOf(schema)) return []
    return [
      { href: placeOfObject(name), title: name, page: 'Objects', text: Object.keys(schema.properties).join(', ') },
    ]
  })
  const appendix = [
    { href: objectsPath, title: 'Objects', page: 'API', text: 'The objects that routes return, and their fields.' },
    { href: errorsPath, title: 'Error codes', page: 'API', text: 'Every error code of the API.' },
  ]
  return [...groups, ...routes, ...shared, ...appendix]
}

/** For browsers without scripts; others search in a dialog. */
export function renderSearch(query: string, hits: Hit[]): Html {
  return renderDocsPage({
    title: 'Search · Latchkey',
    hasGuides: guides.length > 0,
    menu: renderGuideMenu(),
    main: html`
      <h1>Search</h1>
      <form class="search-form" action="/docs/search" role="search">
        <input type="search" name="q" value="${query}" aria-label="Search the docs" maxlength="${maxQueryLength}" />
        <button>Search</button>
      </form>
      ${query && hits.length === 0 ? html`<p>Nothing matches “${query}”.</p>` : ''}
      <ul class="search-hits">
        ${hits.map(
          ({ href, title, page, excerpt }) =>
            html`<li><a class="search-hit" href="${href}"><small>${page}</small><strong>${title}</strong><span>${excerpt}</span></a></li>`,
        )}
      </ul>
    `,
  })
}
