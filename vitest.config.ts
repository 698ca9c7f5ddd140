import { relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { slowEveryday } from './scripts/test-parts.mjs'

/**
 * Project by project, because a worker that gets a file of another project is replaced by a new one, which has to load
 * everything again. Within a project the slowest files come first, so that none of them is left alone at the end.
 */
class ProjectByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => relative(import.meta.dirname, moduleId) in slowEveryday
    const sorted = await super.sort(files)
    const slowestFirst = [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
    return slowestFirst.sort((a, b) => a.project.name.localeCompare(b.project.name))
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
    sequence: { sequencer: ProjectByProject },
  },
})
