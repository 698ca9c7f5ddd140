import { fileURLToPath } from 'node:url'
import { build } from './build.mjs'
import { expectedError, runNode } from './run.mjs'

const cwd = fileURLToPath(new URL('..', import.meta.url))

await build()
if (!(await runNode(['node_modules/typescript/bin/tsc', '-b', 'bench'], { cwd })))
  throw expectedError('bench does not compile.')
process.exitCode = (await runNode(['bench/dist/main.js'], { cwd })) ? 0 : 1
