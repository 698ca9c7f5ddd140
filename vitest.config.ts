import { defineConfig } from 'vitest/config'

// Packages resolve to their sources, so tests need no build.
const resolve = { conditions: ['latchkey-source', 'module', 'import', 'default'] }
const ssr = { resolve }

export default defineConfig({
  test: {
    projects: ['packages/*/vitest.config.ts', 'e2e/vitest.config.ts'],
    maxWorkers: 2,
  },
  resolve,
  ssr,
})
