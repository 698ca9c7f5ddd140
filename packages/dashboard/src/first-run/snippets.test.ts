import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { snippetOf } from './snippets.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const compiler = fileURLToPath(new URL('../../../../node_modules/typescript/bin/tsc', import.meta.url))

test('the quick start code compiles', async () => {
  // Inside this package, so that its imports resolve.
  const folder = await mkdtemp(join(here, '.snippets-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const nextTypes = "declare module 'next/navigation' { export function usePathname(): string }\n"
  await writeFile(join(folder, 'next.d.ts'), `${nextTypes}declare module '*.css'\n`)
  await writeFile(join(folder, 'vite.tsx'), snippetOf('vite').code)
  await writeFile(join(folder, 'next.tsx'), snippetOf('next').code)
  await writeFile(join(folder, 'node.mts'), `${snippetOf('node').code}\nexport {}\n`)
  const files = ['next.d.ts', 'vite.tsx', 'next.tsx', 'node.mts']
  const compilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    target: 'esnext',
    module: 'esnext',
    moduleResolution: 'bundler',
    customConditions: ['latchkey-source'],
    allowImportingTsExtensions: true,
    jsx: 'react-jsx',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  const failure = await promisify(execFile)(process.execPath, [compiler, '-p', folder]).catch((error) => error.stdout)
  expect(typeof failure === 'string' ? failure : '').toBe('')
}, 300_000)
