import { fileURLToPath } from 'node:url'
import { compile, runNode } from './run.mjs'

/** The size limits for every change. Speeds are measured by `npm run bench`, because they depend on the machine. */
const cwd = fileURLToPath(new URL('..', import.meta.url))
const isCompiled = await compile(['bench'], { cwd })
process.exitCode = isCompiled && (await runNode(['bench/dist/budgets.js'], { cwd })) ? 0 : 1
