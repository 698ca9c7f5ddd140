import { existsSync, readFileSync } from 'node:fs'
import { html, raw } from 'hono/html'
import type { Html } from '../../pages/layout.ts'
import { renderDocsPage } from './docs-layout.ts'
import { type Rendered, renderMarkdown } from './markdown.ts'

/** The guides are in the repository but not in the package. Without them, only the reference is served. */
const folder = new URL('../../../../../docs/', import.meta.url)

export interface Guide {
  /** `/docs/guide/react` is the file `docs/guide/react.md`. */
  path: string
  title: string
}

/** In reading order. */
export const guides: readonly Guide[] = [
  { path: '/docs/guide/getting-started', title: 'Getting started' },
  { path: '/docs/guide/react', title: 'React' },
  { path: '/docs/guide/nextjs', title: 'Next.js' },
  { path: '/docs/guide/sign-in', title: 'Sign-in methods' },
  { path: '/docs/guide/step-up', title: 'Step-up authentication' },
  { path: '/docs/guide/server', title: 'Your server' },
  { path: '/docs/guide/administration', title: 'Administration from code' },
  { path: '/docs/guide/oauth', title: 'Sign-in with providers' },
  { path: '/docs/guide/teams', title: 'Teams and permissions' },
  { path: '/docs/guide/api-keys', title: 'API keys' },
  { path: '/docs/guide/payments', title: 'Payments' },
  { path: '/docs/guide/selling', title: 'Selling' },
  { path: '/docs/guide/data-vault', title: 'Data vault' },
  { path: '/docs/guide/webhooks', title: 'Webhooks' },
  { path: '/docs/guide/command-line', title: 'Command line' },
  { path: '/docs/guide/emails', title: 'Emails' },
  { path: '/docs/guide/convex', title: 'Convex' },
  { path: '/docs/guide/self-hosting', title: 'Self-hosting' },
  { path: '/docs/configuration', title: 'Configuration' },
  { path: '/docs/guide/security', title: 'Security' },
  { path: '/docs/guide/coming-from-another-server', title: 'Coming from another server' },
  { path: '/docs/architecture', title: 'Architecture' },
].filter(({ path }) => existsSync(fileOf(path)))

function fileOf(path: string): URL {
  return new URL(`${path.slice('/docs/'.length)}.md`, folder)
}

export function renderGuide(guide: Guide): Html {
  const rendered = renderMarkdown(readFileSync(fileOf(guide.path), 'utf8'), (target) => resolveLink(guide, target))
  return renderDocsPage({
    title: `${guide.title} · Latchkey`,
    current: 'guide',
    hasGuides: true,
    menu: renderMenu(guide, rendered),
    main: html`<div class="prose">${raw(rendered.html)}</div>`,
  })
}

/** Links to other guides lead to their pages. Links to files that are not served become plain text. */
function resolveLink(guide: Guide, target: string): string | undefined {
  if (/^(?:https?:\/\/|#)/.test(target)) return target
  const { pathname, hash } = new URL(target, `http://localhost${guide.path}`)
  const path = pathname.replace(/\.md$/, '')
  if (path === '/docs/openapi.json') return path
  return guides.some((known) => known.path === path) ? `${path}${hash}` : undefined
}

function renderMenu(current: Guide, { headings }: Rendered): Html {
  const parts = headings.filter(({ level }) => level === 2)
  return html`
    <div class="menu-group">
      <p id="menu-guide">Guide</p>
      <ul aria-labelledby="menu-guide">
        ${guides.map(
          (guide) => html`<li>
            <a class="menu-link" href="${guide.path}" ${guide === current ? html`aria-current="page"` : ''}><span>${guide.title}</span></a>
          </li>`,
        )}
      </ul>
    </div>
    ${
      parts.length > 1
        ? html`<div class="menu-group">
            <p id="menu-page">On this page</p>
            <ul aria-labelledby="menu-page">
              ${parts.map(({ id, title }) => html`<li><a class="menu-link" href="#${id}"><span>${title}</span></a></li>`)}
            </ul>
          </div>`
        : ''
    }
  `
}
