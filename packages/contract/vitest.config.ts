import { defineProject } from 'vitest/config'
import { sourceResolution } from '../../vitest.shared.ts'

export default defineProject({
  ...sourceResolution,
  test: { name: 'contract', include: ['src/**/*.test.ts'], typecheck: { enabled: false } },
})
