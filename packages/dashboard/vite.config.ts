import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const base = '/dashboard/'

/** Modules for the shared chunk. Other libraries stay with the few pages that use them. */
const smallParts = /\/packages\/dashboard\/src\/|\/(lucide-react|react-table|table-core)\//

/** The sign-in page, which two pages show as a preview. */
const signInParts = /\/packages\/react\/dist\/(sign-in|ui)\//

export default defineConfig({
  base,
  plugins: [iconsByFile(), react(), colorThemeScript()],
  build: {
    outDir: 'dist/app',
    // Nothing inline, so that the pages work under a Content-Security-Policy without exceptions.
    assetsInlineLimit: 0,
    // The bundle budgets read it.
    manifest: true,
    // The first versions with `light-dark()`, which the design tokens use.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          // Pages share many modules in many combinations. Without the last two groups, a page loads up to twenty files,
          // most of them smaller than their headers.
          groups: [
            { name: nameFrame },
            {
              name: 'sign-in',
              test: signInParts,
              minShareCount: 4,
              entriesAware: true,
              entriesAwareMergeThreshold: 8000,
            },
            { name: nameShared, test: smallParts, minShareCount: 2 },
          ],
        },
      },
    },
  },
})

/** Modules that every dashboard page needs, or the first one shares. One file compresses better than dozens. */
function nameFrame(id: string, modules: Modules) {
  const { roots, isInEntry } = findRoots(id, modules)
  const isShared = roots.length > 1 && roots.some((root) => root.endsWith('/src/overview/overview-page.tsx'))
  const isFramed = isShared || roots.some((root) => root.endsWith('/src/shell/app.tsx'))
  return isFramed && !isInEntry && !roots.some((root) => otherRoots.test(root)) ? 'frame' : null
}

const otherRoots = /\/src\/(purchase|handler)\/|\/not-found-page\.tsx$/

/** Modules that pages across the dashboard share, except the pages that owners see first. */
function nameShared(id: string, modules: Modules) {
  const { roots, isInEntry } = findRoots(id, modules)
  const areas = new Set(roots.map((root) => sharingPage.exec(root)?.[1]))
  return !isInEntry && !areas.has(undefined) && areas.size > 1 ? 'shared' : null
}

const sharingPage = /\/src\/(?!purchase|handler|overview|projects|first-run\/(?!quick))([a-z-]+)\/[a-z-]+-page\.tsx$/

/** The lazily loaded modules that lead to a module. */
function findRoots(id: string, modules: Modules) {
  const roots: string[] = []
  const visited = new Set<string>()
  const visit = (each: string) => {
    if (visited.has(each)) return
    visited.add(each)
    const info = modules.getModuleInfo(each)
    if (info && info.dynamicImporters.length > 0) roots.push(each)
    for (const importer of info?.importers ?? []) visit(importer)
  }
  visit(id)
  return { roots, isInEntry: [...visited].some((each) => each.endsWith('/src/main.tsx')) }
}

interface Modules {
  getModuleInfo(id: string): ModuleInfo | null
}

interface ModuleInfo {
  importers: string[]
  dynamicImporters: string[]
}

/** Runs before the first paint. Vite only bundles modules, which run too late. */
function colorThemeScript(): Plugin {
  let reference: string
  return {
    name: 'color-theme-script',
    apply: 'build',
    buildStart() {
      const source = readFileSync(new URL('../server/src/http/pages/assets/color-theme.js', import.meta.url), 'utf8')
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

/**
 * Imports each icon from its own file. By way of the library's index, every page would seem to need the icons of all
 * others, and they would be in the frame.
 */
function iconsByFile(): Plugin {
  const index = readFileSync(new URL(import.meta.resolve('lucide-react/dist/esm/lucide-react.mjs')), 'utf8')
  const fileOf = new Map<string, string>()
  for (const [, names = '', file = ''] of index.matchAll(/^export \{(.+)\} from '\.\/icons\/(.+)\.mjs'/gm))
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) fileOf.set(name, file)
  const importFile = (specifier: string) => {
    const [name = '', local = name] = specifier.split(' as ')
    return `import ${local} from 'lucide-react/icons/${fileOf.get(name)}'`
  }
  return {
    name: 'icons-by-file',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { code: /from 'lucide-react'/ },
      handler: (code) =>
        code.replaceAll(/import \{([^}]+)\} from 'lucide-react'/g, (_, names: string) =>
          (names.match(/\w+(?: \w+)*/g) ?? [])
            .filter((name) => !name.startsWith('type '))
            .map(importFile)
            .join(';'),
        ),
    },
  }
}
