import { html } from 'hono/html'
import type { Html } from '../../http/pages/layout.ts'

/** Text with `code` in backticks. */
export function renderInline(text: string): Html {
  const parts = text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))
  return html`${parts}`
}

/** A path that may break after its slashes and underscores, so that it fits a small screen. */
export function renderPath(path: string): Html {
  return html`${path.split(/(?<=[/_.])/).map((part) => html`${part}<wbr />`)}`
}
