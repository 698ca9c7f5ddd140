import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      'packages/*/vitest.config.ts',
      '{e2e,bench}/vitest.config.ts',
      'react-versions/*/vitest.config.ts',
      'scripts/vitest.config.mjs',
    ],
    // The machines that run this have two cores, but tests spend much of their time waiting for a page, an email or a deadline.
    maxWorkers: 4,
  },
})
