import { createApp } from './create.ts'
import { Failure, readOptions } from './options.ts'

try {
  await createApp(await readOptions(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof Failure)) throw error
  process.stderr.write(`✗ ${error.message}\n`)
  process.exitCode = 1
}
