import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const manifest = createRequire(import.meta.url).resolve('@latchkey/server/package.json')

/** For files that are read as they are, wherever this code is: in the sources, compiled or in the bundle. */
export const packageFolder = new URL('.', pathToFileURL(manifest))
