import { html } from 'hono/html'
import { assets } from './assets.ts'

export type Html = ReturnType<typeof html>

/** A whole page around its content. */
export function renderPage(page: { title: string; description?: string; script?: string; body: Html }): Html {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${page.title}</title>
    ${page.description ? html`<meta name="description" content="${page.description}" />` : ''}
    <link rel="icon" type="image/svg+xml" href="${assets.icon.path}" />
    <link rel="stylesheet" href="${assets.styles.path}" />
    ${page.script ? html`<script type="module" src="${page.script}"></script>` : ''}
  </head>
  <body>${page.body}</body>
</html>
`
}

export const brand = html`<a class="brand" href="/"><img src="${assets.icon.path}" alt="" width="24" height="24" />Latchkey</a>`

/** One column in the middle of the page. */
export function renderCard(content: Html): Html {
  return html`<main class="card"><p>${brand}</p>${content}</main>`
}

/** A list of places to go, each with a few words about it. */
export function renderLinks(links: readonly { href: string; name: string; text: string }[]): Html {
  const items = links.map(({ href, name, text }) => html`<li><a href="${href}">${name}</a><span>${text}</span></li>`)
  return html`<ul class="links">${items}</ul>`
}
