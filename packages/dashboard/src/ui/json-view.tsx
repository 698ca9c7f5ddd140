import type { ReactNode } from 'react'

const tokens = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi

/** Read-only JSON with syntax colors. */
export function JsonView({ value }: { value: unknown }) {
  const text = JSON.stringify(value, null, 2) ?? 'null'
  const parts: ReactNode[] = []
  let end = 0
  for (const match of text.matchAll(tokens)) {
    const [whole, string, colon] = match
    const kind = colon ? 'key' : string ? 'string' : 'other'
    const shown = string ?? whole
    parts.push(text.slice(end, match.index))
    parts.push(
      <span key={match.index} data-kind={kind}>
        {shown}
      </span>,
    )
    end = match.index + shown.length
  }
  parts.push(text.slice(end))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it must scroll by keyboard too
    <pre className="ui-json" tabIndex={0}>
      <code>{parts}</code>
    </pre>
  )
}
