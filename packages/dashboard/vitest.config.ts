import { defineProject } from 'vitest/config'

// Packages resolve to their sources, so tests need no build.
const resolve = { conditions: ['latchkey-source', 'module', 'import', 'default'] }

export default defineProject({
  resolve,
  ssr: { resolve },
  test: {
    name: 'dashboard',
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['../react/src/testing/lazy-errors.test.ts', 'src/testing/leave-as-found.ts'],
    isolate: false,
    restoreMocks: true,
    testTimeout: 120_000,
    // The server writes it into its pages.
    env: { LATCHKEY_PUBLISHABLE_CLIENT_KEY: 'key-of-the-internal-project' },
  },
})
