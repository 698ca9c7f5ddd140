import { fileURLToPath } from 'node:url'
import { build } from './build.mjs'
import { expectedError, runNode } from './run.mjs'

const cwd = fileURLToPath(new URL('..', import.meta.url))

await build()
if (!(await runNode(['node_modules/typescript/bin/tsc', '-b', 'bench'], { cwd })))
  throw expectedError('bench does not compile.')
// `npm run bench users` measures lists and searches of a million users, which takes a few minutes; `npm run bench
// emails` sends a thousand emails; `npm run bench item-quantities` compares histories of ten and of a hundred thousand
// changes; `npm run bench timing` checks whether the response times of code requests reveal accounts; `npm run bench
// health` sends the largest requests and times `/health` meanwhile; `npm run bench phone` loads the screens as a slow
// phone would; `npm run bench reads` compares frequent requests with their bare SQL; `npm run bench busy` times
// requests during imports, emails and webhooks; `npm run bench webhooks` delivers ten thousand of them; `npm run bench
// dashboard` times clicks in the dashboard's sidebar; `npm run bench directory` synchronises ten thousand users; `npm
// run bench provider` compares token requests with our refresh; `npm run bench peer` installs better-auth and compares with it; `npm run bench memory` watches the server for half an
// hour, or `npm run bench memory 5` for five minutes; `npm run bench workers` compares one process with a process per
// core; `npm run bench replica` shows what a read replica takes off the primary.
const programs = [
  'users',
  'emails',
  'item-quantities',
  'timing',
  'health',
  'phone',
  'reads',
  'busy',
  'webhooks',
  'dashboard',
  'directory',
  'peer',
  'provider',
  'memory',
  'workers',
  'replica',
]
const [name, ...args] = process.argv.slice(2)
const program = programs.includes(name) ? name : 'main'
process.exitCode = (await runNode([`bench/dist/${program}.js`, ...args], { cwd })) ? 0 : 1
