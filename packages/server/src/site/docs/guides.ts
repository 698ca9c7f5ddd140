import { existsSync, readFileSync } from 'node:fs'
import { html, raw } from 'hono/html'
import type { Html } from '../../http/pages/layout.ts'
import { packageFolder } from '../../platform/package-folder.ts'
import { type PageLink, renderDocsPage } from './docs-layout.ts'
import { type Rendered, renderMarkdown } from './markdown.ts'

/** The guides are in the repository but not in the package. Without them, only the reference is served. */
const folder = new URL('../../docs/', packageFolder)

export interface Guide {
  /** `/docs/guide/react` is the file `docs/guide/react.md`. */
  path: string
  title: string
}

/** In reading order. */
const groups: readonly { name: string; guides: readonly Guide[] }[] = [
  {
    name: 'Start',
    guides: [
      { path: '/docs/guide/getting-started', title: 'Getting started' },
      { path: '/docs/guide/vite', title: 'Vite' },
      { path: '/docs/guide/react', title: 'React' },
      { path: '/docs/guide/nextjs', title: 'Next.js' },
      { path: '/docs/guide/server', title: 'Your server' },
      { path: '/docs/guide/node', title: 'Node.js' },
      { path: '/docs/guide/express', title: 'Express' },
      { path: '/docs/guide/hono', title: 'Hono' },
      { path: '/docs/guide/convex', title: 'Convex' },
      { path: '/docs/guide/command-line', title: 'Command line' },
    ],
  },
  {
    name: 'Tasks',
    guides: [
      { path: '/docs/guide/protect-a-page', title: 'Protect a page' },
      { path: '/docs/guide/protect-an-api-route', title: 'Protect an API route' },
      { path: '/docs/guide/verify-tokens', title: 'Verify tokens' },
      { path: '/docs/guide/mcp', title: 'MCP servers' },
      { path: '/docs/guide/errors', title: 'Errors' },
      { path: '/docs/guide/custom-pages', title: 'Custom pages' },
      { path: '/docs/guide/theming', title: 'Theming' },
      { path: '/docs/guide/translating', title: 'Translating' },
    ],
  },
  {
    name: 'Users and teams',
    guides: [
      { path: '/docs/guide/sign-in', title: 'Sign-in methods' },
      { path: '/docs/guide/oauth', title: 'Sign-in with providers' },
      { path: '/docs/guide/companies', title: 'Sign-in for companies' },
      { path: '/docs/guide/second-factor', title: 'Second factors' },
      { path: '/docs/guide/step-up', title: 'Step-up authentication' },
      { path: '/docs/guide/teams', title: 'Teams and permissions' },
      { path: '/docs/guide/directories', title: 'Directories (SCIM)' },
      { path: '/docs/guide/api-keys', title: 'API keys' },
      { path: '/docs/guide/oauth-provider', title: 'Sign in with your app' },
      { path: '/docs/guide/oauth-provider-conformance', title: 'Conformance of the OAuth provider' },
    ],
  },
  {
    name: 'For administrators of companies',
    guides: [
      { path: '/docs/guide/identity-providers', title: 'Identity providers, step by step' },
      { path: '/docs/guide/entra-id', title: 'Microsoft Entra ID' },
      { path: '/docs/guide/okta', title: 'Okta' },
      { path: '/docs/guide/google-workspace', title: 'Google Workspace' },
      { path: '/docs/guide/keycloak', title: 'Keycloak' },
      { path: '/docs/guide/jumpcloud', title: 'JumpCloud' },
      { path: '/docs/guide/onelogin', title: 'OneLogin' },
    ],
  },
  {
    name: 'Features',
    guides: [
      { path: '/docs/guide/emails', title: 'Emails' },
      { path: '/docs/guide/payments', title: 'Payments' },
      { path: '/docs/guide/selling', title: 'Selling' },
      { path: '/docs/guide/data-vault', title: 'Data vault' },
      { path: '/docs/guide/webhooks', title: 'Webhooks' },
    ],
  },
  {
    name: 'Operate',
    guides: [
      { path: '/docs/guide/administration', title: 'Administration from code' },
      { path: '/docs/guide/self-hosting', title: 'Self-hosting' },
      { path: '/docs/guide/production', title: 'Production checklist' },
      { path: '/docs/guide/scaling', title: 'Scaling' },
      { path: '/docs/guide/monitoring', title: 'Monitoring' },
      { path: '/docs/configuration', title: 'Configuration' },
      { path: '/docs/guide/limits', title: 'Limits' },
      { path: '/docs/guide/security', title: 'Security' },
    ],
  },
  {
    name: 'Background',
    guides: [
      { path: '/docs/guide/comparison', title: 'Comparison' },
      { path: '/docs/guide/coming-from-another-server', title: 'Coming from another server' },
      { path: '/docs/guide/coming-from-another-client', title: 'Coming from another client' },
      { path: '/docs/architecture', title: 'Architecture' },
      { path: '/docs/performance', title: 'Performance' },
      { path: '/docs/faults', title: 'Faults' },
    ],
  },
]

export const guides: readonly Guide[] = groups
  .flatMap((group) => group.guides)
  .filter(({ path }) => existsSync(fileOf(path)))

function fileOf(path: string): URL {
  return new URL(`${path.slice('/docs/'.length)}.md`, folder)
}

/** The text of a guide, with the address of this server in its examples. */
export function readGuide(guide: Guide, server: DocsServer): Rendered {
  const source = readFileSync(fileOf(guide.path), 'utf8')
  return renderMarkdown(withOwnAddress(source, server), (target) => resolveLink(guide, target))
}

export interface DocsServer {
  url: string
  isProduction: boolean
}

/** The guides call a development server `localhost:8102`, and one in production `auth.example.com`. */
function withOwnAddress(source: string, { url, isProduction }: DocsServer): string {
  const inCode = /^```[\s\S]*?^```|`http:\/\/localhost:8102\/[^`…]*`/gm
  return source.replaceAll(inCode, (code) => {
    const local = code.replaceAll('http://localhost:8102', url)
    return isProduction ? local.replaceAll('https://auth.example.com', url) : local
  })
}

export function renderGuide(guide: Guide, server: DocsServer): Html {
  const rendered = readGuide(guide, server)
  const place = guides.indexOf(guide)
  return renderDocsPage({
    title: `${guide.title} · Latchkey`,
    current: 'guide',
    hasGuides: true,
    menu: renderGuideMenu(guide),
    main: html`<div class="prose">${raw(rendered.html)}</div>`,
    sections: rendered.headings
      .filter(({ level }) => level === 2)
      .map(({ id, title }) => ({ href: `#${id}`, name: title })),
    previous: toLink(guides[place - 1]),
    next: toLink(guides[place + 1]),
  })
}

function toLink(guide: Guide | undefined): PageLink | undefined {
  return guide && { href: guide.path, name: guide.title }
}

/** Links to other guides lead to their pages. Links to files that are not served become plain text. */
function resolveLink(guide: Guide, target: string): string | undefined {
  if (/^(?:https?:\/\/|#)/.test(target)) return target
  const { pathname, hash } = new URL(target, `http://localhost${guide.path}`)
  const path = pathname.replace(/\.md$/, '')
  if (path === '/docs/openapi.json' || path.startsWith('/docs/images/')) return path
  return guides.some((known) => known.path === path) ? `${path}${hash}` : undefined
}

export function renderGuideMenu(current?: Guide): Html {
  const link = (guide: Guide) => html`<li>
    <a class="menu-link" href="${guide.path}" ${guide === current ? html`aria-current="page"` : ''}><span>${guide.title}</span></a>
  </li>`
  return html`${groups.map(
    ({ name, guides: members }, index) => html`<div class="menu-group">
      <p id="menu-${index}">${name}</p>
      <ul aria-labelledby="menu-${index}">
        ${members.filter((guide) => guides.includes(guide)).map(link)}
      </ul>
    </div>`,
  )}`
}
