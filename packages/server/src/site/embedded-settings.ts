import { brandStylesPath, typefaceLinks } from '../http/pages/layout.ts'
import { escapeHtml } from '../platform/escape-html.ts'

/**
 * The built page with what it needs to know, which saves a request before anything can be shown. The colors of a project
 * come after our own.
 */
export function withSettings(index: string, brandOf: string | undefined, settings: Record<string, unknown>): string {
  const content = escapeHtml(JSON.stringify(settings))
  const styles = brandOf ? `  <link rel="stylesheet" href="${escapeHtml(brandStylesPath(brandOf))}" />\n  ` : ''
  const meta = `<meta name="latchkey-settings" content="${content}" />`
  return index.replace('</head>', () => `  ${typefaceLinks}\n    ${meta}\n  ${styles}</head>`)
}
