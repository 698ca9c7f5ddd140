// `npm run openapi`: writes docs/openapi.json from the contract. A test of the contract fails if the file is outdated.

import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runNode } from './run.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

if (await runNode(['node_modules/typescript/bin/tsc', '-b', 'packages/contract'], { cwd: root })) {
  const { describeApi } = await import('../packages/contract/dist/openapi.js')
  writeFileSync(`${root}docs/openapi.json`, `${JSON.stringify(describeApi(), null, 2)}\n`)
  console.log('docs/openapi.json is up to date.')
} else {
  process.exitCode = 1
}
