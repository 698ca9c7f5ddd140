import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const base = '/dashboard/'

export default defineConfig({
  base,
  plugins: [react(), colorThemeScript()],
  build: {
    outDir: 'dist/app',
    // Nothing inline, so that the pages work under a Content-Security-Policy without exceptions.
    assetsInlineLimit: 0,
    // For the budget of the first load.
    manifest: true,
    // The first that know `light-dark()`, which the tokens are written with.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  },
})

/** Runs before anything is painted. Vite bundles modules only, and those run too late. */
function colorThemeScript(): Plugin {
  let reference: string
  return {
    name: 'color-theme-script',
    apply: 'build',
    buildStart() {
      const source = readFileSync(new URL('src/app/color-theme-script.js', import.meta.url), 'utf8')
      reference = this.emitFile({ type: 'asset', name: 'color-theme.js', source })
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const file = Object.values(bundle).find(
          (each) => each.type === 'asset' && each.names.includes('color-theme.js'),
        )
        if (!file) throw new Error(`The script ${reference} is missing from the build.`)
        return [{ tag: 'script', attrs: { src: base + file.fileName }, injectTo: 'head-prepend' }]
      },
    },
  }
}
