import { createRequire } from 'node:module'

export const { version } = createRequire(import.meta.url)('@latchkey/server/package.json') as { version: string }
