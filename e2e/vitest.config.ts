import { defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: 'e2e',
    include: ['**/*.test.ts'],
    exclude: ['dist/**', 'node_modules/**'],
    globalSetup: ['server.ts'],
    setupFiles: ['close-browsers.ts'],
    isolate: false,
    testTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 240_000,
  },
})
