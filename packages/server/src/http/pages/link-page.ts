import { html } from 'hono/html'
import { assets } from './assets.ts'
import { type Html, renderPage } from './layout.ts'

/** The address of a page of this server that needs a code. */
export function linkWithFragment(url: string, path: string, code: string): string {
  return `${url}/api/v1${path}#code=${code}`
}

interface LinkPageTexts {
  locale: string
  incomplete: string
  noScript: string
}

/** What such a link opens: a page that posts the code to the same address, and then shows what the link is about. */
export function renderLinkPage(title: string, { locale, incomplete, noScript }: LinkPageTexts): string {
  const body = html`<main class="card">
    <form method="post"><input type="hidden" name="code" /></form>
    <p id="incomplete" hidden>${incomplete}</p>
    <noscript><p>${noScript}</p></noscript>
  </main>`
  return String(
    renderPage({ title, locale, isForUsers: true, styles: [assets.cardStyles], script: assets.linkCodeScript, body }),
  )
}

/** The form of a page that such a link leads to. */
export function renderLinkForm(code: string, button: string, fields: Html | '' = ''): Html {
  return html`<form method="post">
    <input type="hidden" name="code" value="${code}" />
    <input type="hidden" name="confirmed" value="yes" />
    ${fields}
    <button class="button" type="submit">${button}</button>
  </form>`
}
