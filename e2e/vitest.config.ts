import { defineProject } from 'vitest/config'
import { findFirefox } from './firefox-path.mjs'

export default defineProject({
  test: {
    name: 'e2e',
    include: ['**/*.test.ts'],
    // `npm test` says so when there is no Firefox.
    exclude: ['dist/**', 'node_modules/**', ...(findFirefox() ? [] : ['firefox.test.ts'])],
    globalSetup: ['server.ts'],
    setupFiles: ['close-browsers.ts'],
    isolate: false,
    testTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 240_000,
  },
})
