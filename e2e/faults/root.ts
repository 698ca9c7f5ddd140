import { fileURLToPath } from 'node:url'

/** The repository. These files run from their sources in tests, and compiled into `e2e/dist` in `npm run faults`. */
const levels = import.meta.url.includes('/e2e/dist/') ? '../../../' : '../../'
export const root = fileURLToPath(new URL(levels, import.meta.url))
