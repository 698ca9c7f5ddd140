import { fileURLToPath } from 'node:url'
import { build } from './build.mjs'
import { compile, expectedError, runNode } from './run.mjs'

const cwd = fileURLToPath(new URL('..', import.meta.url))

await build()
if (!(await compile(['e2e'], { cwd }))) throw expectedError('e2e does not compile.')
// `npm run faults` tries every fault, which takes half an hour; `npm run faults -- F1 --tries 3` one of them, three times.
process.exitCode = (await runNode(['e2e/dist/faults/run.js', ...process.argv.slice(2)], { cwd })) ? 0 : 1
