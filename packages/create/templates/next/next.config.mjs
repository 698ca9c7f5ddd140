import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Its own folder is the root, even if a folder above has a lockfile too. */
export default { turbopack: { root: dirname(fileURLToPath(import.meta.url)) } }
