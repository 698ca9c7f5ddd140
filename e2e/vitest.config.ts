import { defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: 'e2e',
    include: ['**/*.test.ts'],
    exclude: ['dist/**', 'node_modules/**'],
    globalSetup: ['server.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // One browser at a time: two cores are shared by the server, its database and the browser.
    fileParallelism: false,
  },
})
