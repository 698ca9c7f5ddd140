import { html } from 'hono/html'
import { assets } from './assets.ts'
import { type Html, renderPage } from './layout.ts'

interface PostedForm {
  url: string
  fields: Record<string, string>
  texts: {
    locale: string
    title: string
    /** For browsers without scripts. */
    button: string
  }
}

/**
 * A page that posts a form to another server as soon as it is open, for what a redirect cannot carry. Needs
 * `formPageHeaders`.
 */
export function renderPostedForm({ url, fields, texts: { locale, title, button } }: PostedForm): Html {
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )
  const body = html`<main class="card">
    <form method="post" action="${url}">
      ${inputs}
      <noscript><button class="button" type="submit">${button}</button></noscript>
    </form>
  </main>`
  return renderPage({
    title,
    locale,
    isForUsers: true,
    styles: [assets.cardStyles],
    script: assets.postedFormScript,
    body,
  })
}
