import { fileURLToPath } from 'node:url'
import { build } from './build.mjs'
import { expectedError, runNode } from './run.mjs'

const cwd = fileURLToPath(new URL('..', import.meta.url))

await build()
if (!(await runNode(['node_modules/typescript/bin/tsc', '-b', 'bench'], { cwd })))
  throw expectedError('bench does not compile.')
// `npm run bench users` measures lists and searches of a million users, which takes some minutes.
const program = process.argv[2] === 'users' ? 'users' : 'main'
process.exitCode = (await runNode([`bench/dist/${program}.js`], { cwd })) ? 0 : 1
