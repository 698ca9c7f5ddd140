import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { gunzipSync } from 'node:zlib'
import { type EmailInput, type EmailSources, loadSources, type RenderedEmail, renderInput } from './render.ts'
import { Sandbox, SandboxError } from './sandbox.ts'

export interface RenderJob {
  sources: EmailSources
  inputs: EmailInput[]
}

/** One answer per input, in order; a source that cannot be loaded gives the same answer for all. */
export type RenderAnswer = { email: RenderedEmail } | { error: string }

const { imagePath } = workerData as { imagePath: string }
const image = new Uint8Array(gunzipSync(readFileSync(imagePath)))
const sandbox = await Sandbox.fromImage(image)
const maxGrowthBytes = 32 * 1024 * 1024

parentPort!.on('message', ({ sources, inputs }: RenderJob) => {
  let failure: string | undefined
  try {
    loadSources(sandbox, sources)
  } catch (error) {
    failure = explain(error)
  }
  for (const input of inputs) parentPort!.postMessage(failure === undefined ? render(input) : { error: failure })
  // What somebody filled with garbage starts anew, so that one template does not cost memory for ever.
  if (sandbox.grownBytes(image) > maxGrowthBytes) process.exit(0)
  sandbox.restore(image)
})
parentPort!.postMessage('ready')

function render(input: EmailInput): RenderAnswer {
  try {
    return { email: renderInput(sandbox, input) }
  } catch (error) {
    return { error: explain(error) }
  }
}

function explain(error: unknown): string {
  if (error instanceof SandboxError) return error.message
  // The engine itself gave up, as when a stack or its memory is exhausted beyond what it can report.
  return 'It broke the renderer.'
}
