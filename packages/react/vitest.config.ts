import { defineConfig } from 'vitest/config'

// Packages resolve to their sources, so tests need no build.
const resolve = { conditions: ['latchkey-source', 'module', 'import', 'default'] }

export default defineConfig({
  resolve,
  ssr: { resolve },
  test: {
    name: 'react',
    environment: 'jsdom',
    globalSetup: ['src/testing/global-setup.test.ts'],
    include: ['src/**/*.test.{ts,tsx}'],
    // Named like tests, so that they are checked with them and stay out of the package.
    exclude: ['src/testing/**'],
    setupFiles: ['src/testing/lazy-errors.test.ts', 'src/testing/leave-as-found.test.ts'],
    // The testing library cleans up after each test when it finds the globals.
    globals: true,
    isolate: false,
    // Some tests ask the real server many things, one after the other.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
})
