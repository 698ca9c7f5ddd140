import { defineProject } from 'vitest/config'
import { sourceResolution } from '../../vitest.shared.ts'

export default defineProject({
  ...sourceResolution,
  test: {
    name: 'server',
    globalSetup: ['src/testing/global-setup.ts'],
    setupFiles: ['src/testing/statements/after-files.ts', 'src/testing/close-servers.ts'],
    isolate: false,
    include: ['src/**/*.test.ts'],
    testTimeout: 120_000,
    // What is waited for comes, but on a busy machine not always within the second that would be the limit.
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 120_000,
  },
})
