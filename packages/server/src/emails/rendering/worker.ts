import { fstatSync, openSync, readSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { type EmailInput, type EmailSources, loadSources, type RenderedEmail, renderInput } from './render.ts'
import { Sandbox, SandboxError, type SandboxImage } from './sandbox.ts'

export interface RenderJob {
  /** Whose sources these are: what one owner's did is forgotten before another's run. */
  owner: string
  sources: EmailSources
  inputs: EmailInput[]
  /** For one mail, and for the sources before the first. */
  maxMillis: number
}

/** One answer per input, in order; a source that cannot be loaded gives the same answer for all. */
export type RenderAnswer = { email: RenderedEmail } | { error: string }

const { imagePath } = workerData as { imagePath: string }
const image = openImage(imagePath)
const sandbox = await Sandbox.fromImage(image)
const maxGrowthBytes = 32 * 1024 * 1024
/** What the sandbox is ready to render: most mails in a row are of the same kind. */
let loaded: string | undefined

parentPort!.on('message', ({ owner, sources, inputs, maxMillis }: RenderJob) => {
  let failure = prepare(JSON.stringify([owner, sources.templateTsx, sources.themeTsx]), sources, maxMillis)
  for (const input of inputs) {
    const answer = failure ? { failure } : render(input, maxMillis)
    parentPort!.postMessage('failure' in answer ? { error: explain(answer.failure) } : answer)
    // Others wait for their turn meanwhile: what takes too long once gets no second chance.
    if ('failure' in answer && isOutOfTime(answer.failure)) failure = answer.failure
  }
  // What somebody filled with garbage starts anew, so that one template does not cost memory for ever.
  if (sandbox.grownBytes(image) > maxGrowthBytes) process.exit(0)
})
parentPort!.postMessage('ready')

/** Answers what is wrong with the sources. */
function prepare(key: string, sources: EmailSources, maxMillis: number): unknown {
  if (loaded === key) return undefined
  try {
    loaded = undefined
    sandbox.restore(image)
    loadSources(sandbox, sources, maxMillis)
    loaded = key
    return undefined
  } catch (failure) {
    return failure
  }
}

function render(input: EmailInput, maxMillis: number): { email: RenderedEmail } | { failure: unknown } {
  try {
    return { email: renderInput(sandbox, input, maxMillis) }
  } catch (failure) {
    // Whatever was interrupted may have left anything behind.
    loaded = undefined
    return { failure }
  }
}

function isOutOfTime(failure: unknown): boolean {
  return failure instanceof SandboxError && failure.isOutOfTime
}

function explain(failure: unknown): string {
  if (failure instanceof SandboxError) return failure.message
  // The engine itself gave up, as when a stack or its memory is exhausted beyond what it can report.
  return 'It broke the renderer.'
}

/** Read from the file whenever it is needed: the system keeps it at hand, and this process need not hold a copy. */
function openImage(path: string): SandboxImage {
  const file = openSync(path, 'r')
  return {
    byteLength: fstatSync(file).size,
    copyTo: (memory) => {
      for (let done = 0; done < memory.length; ) done += readSync(file, memory, done, memory.length - done, done)
    },
  }
}
