import { defineProject } from 'vitest/config'
import { sourceResolution } from '../../vitest.shared.ts'

export default defineProject({
  ...sourceResolution,
  test: {
    name: 'sdk',
    globalSetup: ['../server/src/testing/global-setup.ts'],
    setupFiles: ['../server/src/testing/close-servers.ts', 'src/testing/leave-as-found.ts'],
    isolate: false,
    include: ['src/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    unstubGlobals: true,
    restoreMocks: true,
  },
})
