import { defineProject } from 'vitest/config'
import { sourceResolution } from '../vitest.shared.ts'

export default defineProject({
  ...sourceResolution,
  test: {
    name: 'scripts',
    globalSetup: ['../packages/server/src/testing/global-setup.ts'],
    include: ['*.test.mjs'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
