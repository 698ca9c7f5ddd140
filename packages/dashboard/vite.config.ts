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
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: nameFrame, includeDependenciesRecursively: false }] } },
    },
  },
})

/** What every page of the dashboard needs, and no other page. As one file, it compresses better than as dozens. */
function nameFrame(id: string, modules: { getModuleInfo(id: string): ModuleInfo | null }) {
  const roots = new Set<string>()
  const visited = new Set<string>()
  const visit = (each: string) => {
    if (visited.has(each)) return
    visited.add(each)
    const info = modules.getModuleInfo(each)
    // Where something is loaded on demand.
    if (info && info.dynamicImporters.length > 0) roots.add(each)
    for (const importer of info?.importers ?? []) visit(importer)
  }
  visit(id)
  const others = [...roots].filter((root) => otherRoots.test(root))
  const isFramed = [...roots].some((root) => root.endsWith('/src/app/app.tsx'))
  return isFramed && others.length === 0 && ![...visited].some((each) => each.endsWith('/src/main.tsx'))
    ? 'frame'
    : null
}

const otherRoots = /\/src\/(purchase|handler)\/|\/not-found-page\.tsx$/

interface ModuleInfo {
  importers: string[]
  dynamicImporters: string[]
}

/** Runs before anything is painted. Vite bundles modules only, and those run too late. */
function colorThemeScript(): Plugin {
  let reference: string
  return {
    name: 'color-theme-script',
    apply: 'build',
    buildStart() {
      const source = readFileSync(new URL('../server/src/pages/assets/color-theme.js', import.meta.url), 'utf8')
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
