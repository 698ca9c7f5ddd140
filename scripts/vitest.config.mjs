import { defineProject } from 'vitest/config'

export default defineProject({
  test: { name: 'scripts', include: ['*.test.mjs'], testTimeout: 60_000, hookTimeout: 60_000 },
})
