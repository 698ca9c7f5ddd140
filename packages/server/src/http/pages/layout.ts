import { directionOf } from '@latchkey/contract'
import { html } from 'hono/html'
import { type Asset, assets } from './assets.ts'

export type Html = ReturnType<typeof html>

interface PageHead {
  title: string
  description?: string
  /** Stylesheets in addition to the common ones. */
  styles?: readonly Pick<Asset, 'path'>[]
  script?: Asset
  /** Pages for users of a project do not follow the theme that an owner has chosen in the dashboard. */
  isForUsers?: boolean
  /** The language of its texts. English if it is not given. */
  locale?: string
}

/** Letters are loaded while the styles that name them still are. */
export const typefaceLinks = html`<link rel="preload" as="font" type="font/woff2" crossorigin href="${assets.latinFont.path}" />
    <link rel="stylesheet" href="${assets.typefaceStyles.path}" />`

export function renderPage({ locale = 'en', ...page }: PageHead & { body: Html }): Html {
  const styles = [assets.baseStyles, ...(page.styles ?? [])]
  return html`<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${page.title}</title>
    ${page.description ? html`<meta name="description" content="${page.description}" />` : ''}
    <link rel="icon" type="image/svg+xml" href="${assets.icon.path}" />
    ${typefaceLinks}
    ${page.isForUsers ? '' : html`<script src="${assets.colorThemeScript.path}"></script>`}
    ${styles.map(({ path }) => html`<link rel="stylesheet" href="${path}" />`)}
    ${page.script ? html`<script type="module" src="${page.script.path}"></script>` : ''}
  </head>
  <body>${page.body}</body>
</html>
`
}

export const brand = html`<a class="brand" href="/"><img src="${assets.icon.path}" alt="" width="24" height="24" />Latchkey</a>`

/** A page with one centered column. Pages of a project show the project's brand instead of Latchkey's. */
export function renderCardPage({
  styles = [],
  content,
  project,
  ...head
}: PageHead & { content: Html; project?: ProjectBrand }): Html {
  return renderPage({
    ...head,
    isForUsers: head.isForUsers ?? project !== undefined,
    styles: [assets.cardStyles, ...styles, ...(project ? [{ path: brandStylesPath(project.id) }] : [])],
    body: html`<main class="card"><p>${project ? renderProjectBrand(project) : brand}</p>${content}</main>`,
  })
}

export interface ProjectBrand {
  id: string
  name: string
  logoUrl: string | null
}

export function toBrand(project: { id: string; display_name: string; logo_url: string | null }): ProjectBrand {
  return { id: project.id, name: project.display_name, logoUrl: project.logo_url }
}

/** A stylesheet of its own, because the Content-Security-Policy allows no inline styles. */
export const brandStylesPath = (projectId: string) => `/projects/${encodeURIComponent(projectId)}/brand.css`

function renderProjectBrand({ name, logoUrl }: ProjectBrand): Html {
  const logo = logoUrl === null ? '' : html`<img src="${logoUrl}" alt="" width="24" height="24" />`
  return html`<span class="brand">${logo}${name}</span>`
}

/** A list of links, each with a short description. */
export function renderLinks(links: readonly { href: string; name: string; text: string }[]): Html {
  const items = links.map(({ href, name, text }) => html`<li><a href="${href}">${name}</a><span>${text}</span></li>`)
  return html`<ul class="links">${items}</ul>`
}
