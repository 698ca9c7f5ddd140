import highlighter from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import { escapeHtml } from '../../platform/escape-html.ts'

for (const [name, language] of Object.entries({ bash, javascript, json, typescript, xml })) {
  highlighter.registerLanguage(name, language)
}

/** The code as HTML, with a class for every kind of token. Unknown languages are only escaped. */
function highlight(language: string, code: string): string {
  const colored = highlighter.getLanguage(language)
    ? highlighter.highlight(code, { language, ignoreIllegals: true }).value
    : escapeHtml(code)
  return markOwnValues(colored)
}

/** Where examples stand for the reader's own project. The script of the page fills in the one that an owner chose. */
const ownValues: [pattern: RegExp, name: string][] = [
  [/(?<=LATCHKEY_PROJECT_ID=)…|\$LATCHKEY_PROJECT_ID\b|your-project-id/g, 'project-id'],
  [/(?<=LATCHKEY_PUBLISHABLE_CLIENT_KEY=)pck_…|\$LATCHKEY_PUBLISHABLE_CLIENT_KEY\b/g, 'publishable-client-key'],
]

function markOwnValues(colored: string): string {
  return ownValues.reduce(
    (marked, [pattern, name]) => marked.replaceAll(pattern, `<span data-own="${name}">$&</span>`),
    colored,
  )
}

const titles: Record<string, string> = {
  sh: 'Shell',
  js: 'JavaScript',
  jsx: 'React',
  ts: 'TypeScript',
  tsx: 'React',
  json: 'JSON',
  html: 'HTML',
}

/** A block of code. Long lines scroll, also with the keyboard. The page's script adds a copy button. */
export function renderCodeBlock(language: string, code: string, title = titles[language] ?? 'Text'): string {
  const label = escapeHtml(title)
  return `<figure class="code"><figcaption>${label}</figcaption><pre tabindex="0" role="group" aria-label="${label}">${highlight(language, code)}</pre></figure>`
}
