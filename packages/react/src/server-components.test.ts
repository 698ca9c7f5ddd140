// @vitest-environment node
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// Bundlers for server components replace files that begin with 'use client'. The rest runs with React's build for
// servers, which lacks most hooks, contexts and class components.
const forServers = ['Suspense', 'cache', 'lazy', 'useMemo', 'useCallback', 'memo', 'forwardRef', 'Fragment']

function listFiles(entry: string): Map<string, string> {
  const files = new Map<string, string>()
  const visit = (path: string) => {
    if (files.has(path)) return
    const text = readFileSync(new URL(path, import.meta.url), 'utf8')
    files.set(path, text)
    if (text.startsWith("'use client'")) return
    for (const [, statement, target] of text.matchAll(/^(?:import|export)\s(?!type\b)([^;']*?)'(\.[^']+)'/gms)) {
      if (statement!.includes('\nimport ')) continue
      const file = new URL(target!, new URL(path, 'file:///')).pathname.slice(1)
      if (existsSync(new URL(file, import.meta.url))) visit(file)
    }
  }
  visit(entry)
  return files
}

test.each(['index.ts', 'next/react-server.ts'])('server components can import %s', (entry) => {
  const files = listFiles(entry)
  expect(files.size).toBeGreaterThan(30)
  for (const [path, text] of files) {
    if (text.startsWith("'use client'")) continue
    expect({ path, isWhole: /import \* as React/.test(text) }).toEqual({ path, isWhole: path === 'hooks/react.ts' })
    const [, names = ''] = /import \{([^}]*)\} from 'react'/.exec(text) ?? []
    const values = names.split(',').map((name) => name.trim())
    const unknown = values.filter((name) => name && !name.startsWith('type ') && !forServers.includes(name))
    expect({ path, unknown }).toEqual({ path, unknown: [] })
    expect({ path, extendsComponent: /extends (React\.)?Component\b/.test(text) }).toEqual({
      path,
      extendsComponent: false,
    })
  }
})
