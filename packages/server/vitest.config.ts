import { defineProject } from 'vitest/config'
import { sourceResolution } from '../../vitest.shared.ts'

export default defineProject({
  ...sourceResolution,
  test: {
    name: 'server',
    globalSetup: ['src/testing/global-setup.ts'],
    setupFiles: ['src/testing/close-servers.ts'],
    isolate: false,
    include: ['src/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
