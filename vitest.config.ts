import { relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { slowEveryday } from './scripts/test-parts.mjs'

/** Starts the slowest files first, so that none of them is left alone at the end. */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => relative(import.meta.dirname, moduleId) in slowEveryday
    const sorted = await super.sort(files)
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}

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
    sequence: { sequencer: SlowestFirst },
  },
})
