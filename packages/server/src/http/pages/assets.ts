import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { packageFolder } from '../../platform/package-folder.ts'
import type { PageApp } from '../../site/site.ts'

/** Read from the sources even when the compiled server runs, because the compiler copies neither styles nor scripts. */
const folder = new URL('src/http/pages/assets/', packageFolder)
const css = 'text/css; charset=utf-8'

export interface Asset {
  path: string
  content: string | Uint8Array<ArrayBuffer>
  type: string
}

/** The assets of the server's own pages. They are separate files so that no page needs inline styles or scripts. */
export const assets = {
  baseStyles: loadAsset('base.css', css),
  cardStyles: loadAsset('card.css', css),
  developmentIdentityProviderStyles: loadAsset('development-identity-provider.css', css),
  docsFrameStyles: loadAsset('docs-frame.css', css),
  docsMenuStyles: loadAsset('docs-menu.css', css),
  docsTextStyles: loadAsset('docs-text.css', css),
  docsSearchStyles: loadAsset('docs-search.css', css),
  docsReferenceStyles: loadAsset('docs-reference.css', css),
  colorThemeScript: loadAsset('color-theme.js', 'text/javascript; charset=utf-8'),
  linkCodeScript: loadAsset('link-code.js', 'text/javascript; charset=utf-8'),
  postedFormScript: loadAsset('posted-form.js', 'text/javascript; charset=utf-8'),
  docsScript: loadAsset('docs.js', 'text/javascript; charset=utf-8'),
  icon: loadAsset('icon.svg', 'image/svg+xml'),
  ...loadTypeface(),
}

function loadAsset(name: string, type: string): Asset {
  return toAsset(name, readFileSync(new URL(name, folder), 'utf8'), type)
}

/** The name contains a hash of the content, so browsers may cache the file forever. */
function toAsset<C extends Asset['content']>(name: string, content: C, type: string) {
  const fingerprint = createHash('sha256').update(content).digest('hex').slice(0, 10)
  return { path: `/assets/${name.replace('.', `.${fingerprint}.`)}`, content, type }
}

/** One typeface for all pages, the dashboard included. Of its files, one per script, browsers load those they need. */
function loadTypeface() {
  const stylesPath = createRequire(import.meta.url).resolve('@fontsource-variable/geist/index.css')
  const fonts: Record<string, Asset> = {}
  const styles = readFileSync(stylesPath, 'utf8').replaceAll(/url\(\.\/files\/([\w.-]+)\)/g, (_, name: string) => {
    const content = new Uint8Array(readFileSync(join(dirname(stylesPath), 'files', name)))
    const font = toAsset(name, content, 'font/woff2')
    fonts[name] = font
    return `url(${font.path})`
  })
  const latinFont = fonts['geist-latin-wght-normal.woff2']
  if (!latinFont) throw new Error('The typeface has no Latin letters.')
  return { ...fonts, latinFont, typefaceStyles: toAsset('geist.css', styles, css) }
}

export function serveAssets(app: PageApp): void {
  for (const { path, content, type } of Object.values(assets)) {
    const headers = {
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    }
    app.get(path, () => new Response(content, { headers }))
  }
}
