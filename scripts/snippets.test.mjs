import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const read = (path) => readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8')

/** The first block of a file, such as `// src/main.tsx`. */
function findBlock(document, path) {
  const blocks = read(document).matchAll(/^```(?:jsx?|tsx?)\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)
  return [...blocks].find(([, name]) => name === path)?.[2]
}

// The dashboard shows the files themselves.
test.each([
  ['README.md', 'vite', 'src/main.tsx'],
  ['docs/guide/vite.md', 'vite', 'src/main.tsx'],
  ['docs/guide/nextjs.md', 'next', 'latchkey.ts'],
  ['docs/guide/nextjs.md', 'next', 'app/layout.tsx'],
  ['docs/guide/nextjs.md', 'next', 'app/handler/[...latchkey]/page.tsx'],
  ['docs/guide/nextjs.md', 'next', 'app/page.tsx'],
])('%s has the code of new apps with %s: %s', (document, template, path) => {
  expect(findBlock(document, path)).toBe(read(`packages/create/templates/${template}/${path}`))
})

test('the guide about MCP has the code of the example', () => {
  expect(findBlock('docs/guide/mcp.md', 'server.js')).toBe(read('examples/mcp-server/server.js'))
})

test.each(['vite', 'next'])('new apps with %s use the versions that are tested here', (template) => {
  const example = template === 'vite' ? 'examples/vite-react' : 'examples/nextjs'
  const { dependencies } = JSON.parse(read(`packages/create/templates/${template}/package.json`))
  const tested = JSON.parse(read(`${example}/package.json`)).dependencies
  for (const [name, range] of Object.entries(dependencies)) expect(range).toBe(`^${tested[name].replace('^', '')}`)
})
