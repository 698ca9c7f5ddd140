import { explainFailure } from './failures.ts'
import { createProgram } from './program.ts'
import { paint } from './terminal.ts'

try {
  await createProgram().parseAsync()
} catch (error) {
  const { message, exitCode } = explainFailure(error)
  if (message) process.stderr.write(`${paint(process.stderr, 'red', '✗')} ${message}\n`)
  // Stops whatever is still running, such as a request that hangs.
  process.exit(exitCode)
}
