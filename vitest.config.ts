import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: ['packages/*/vitest.config.ts', '{e2e,bench}/vitest.config.ts'],
    // The machines that run this have two cores, and a database and a browser want some of them.
    maxWorkers: 2,
  },
})
