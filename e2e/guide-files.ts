import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The blocks of a guide, or of the README, that start with the name of a file: `// src/main.tsx`. */
export function listGuideFiles(guide: string): { path: string; code: string }[] {
  const path = guide === 'README' ? '../README.md' : `../docs/guide/${guide}.md`
  const text = readFileSync(new URL(path, import.meta.url), 'utf8')
  const blocks = text.matchAll(/^```(?:js|jsx|ts|tsx)\n\/\/ (\S+\.[jt]sx?)\n([\s\S]*?)^```$/gm)
  return [...blocks].map(([, path, code]) => ({ path: path!, code: code! }))
}

export function writeGuideFiles(guide: string, folder: string): void {
  for (const { path, code } of listGuideFiles(guide)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), code)
  }
}
