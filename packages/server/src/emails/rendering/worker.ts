import { once } from 'node:events'
import { fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { createThreadClock, findThreadPath, type Limits, startAllowance } from './allowance.ts'
import { type EmailInput, type EmailSources, loadSources, type RenderedEmail, renderInput } from './render.ts'
import { Sandbox, SandboxError, type SandboxImage } from './sandbox.ts'

export interface RenderJob {
  /** Whose sources these are: what one owner's did is forgotten before another's run. */
  owner: string
  sources: EmailSources
  inputs: EmailInput[]
  /** For one mail, the first with the sources. */
  limits: Limits
  /** Whoever has many mails to render lets others have the thread after this time. */
  turnMillis: number
}

export interface Ready {
  /** Where others can see how busy this thread is. */
  threadPath: string | undefined
}

/** Some of the inputs are not rendered yet, but others may want to have their turn; or this worker is about to end. */
export type Notice = 'turn is over' | 'leaving'

/** One answer per input, in order; a source that cannot be loaded gives the same answer for all. */
export type RenderAnswer = { email: RenderedEmail } | { error: string }

const runtimeFolder = new URL(workerData as string)
const image = openImage(new URL('image', runtimeFolder))
// All workers share one, and with it the fast code that it has become by running.
const [engine] = (await once(parentPort!, 'message')) as [WebAssembly.Module]
const sandbox = await Sandbox.fromImage(engine, image)
const maxGrowthBytes = 32 * 1024 * 1024
let isFresh = true
/** What the sandbox is ready to render: most mails in a row are of the same kind. */
let loaded: string | undefined

const threadPath = findThreadPath()
const clock = createThreadClock(threadPath)

parentPort!.on('message', async ({ owner, sources, inputs, limits, turnMillis }: RenderJob) => {
  const startedAt = performance.now()
  let isOver = startAllowance(limits, clock)
  let failure = await prepare(JSON.stringify([owner, sources.templateTsx, sources.themeTsx]), sources, isOver)
  for (const [index, input] of inputs.entries()) {
    if (index > 0) {
      if (!failure && performance.now() - startedAt >= turnMillis) {
        parentPort!.postMessage('turn is over' satisfies Notice)
        break
      }
      isOver = startAllowance(limits, clock)
    }
    const answer = failure ? { failure } : render(input, isOver)
    parentPort!.postMessage('failure' in answer ? { error: explain(answer.failure) } : answer)
    // Others wait for their turn meanwhile: what takes too long once gets no second chance.
    if ('failure' in answer && isOutOfTime(answer.failure)) failure = answer.failure
  }
  // What somebody filled with garbage starts anew, so that one template does not cost memory for ever.
  if (sandbox.grownBytes(image) <= maxGrowthBytes) return
  parentPort!.postMessage('leaving' satisfies Notice)
  process.exit(0)
})
parentPort!.postMessage({ threadPath } satisfies Ready)

/** Answers what is wrong with the sources. */
async function prepare(key: string, sources: EmailSources, isOver: () => boolean): Promise<unknown> {
  if (loaded === key) return undefined
  try {
    loaded = undefined
    if (!isFresh) sandbox.restore(image)
    isFresh = false
    await loadSources(sandbox, sources, { compile, isOver })
    loaded = key
    return undefined
  } catch (failure) {
    return failure
  }
}

/** The built-in sources are compiled already: the first email after a while need not wait for the compiler. */
async function compile(tsx: string): Promise<string> {
  const compiled = JSON.parse(readFileSync(new URL('compiled.json', runtimeFolder), 'utf8')) as Record<string, string>
  if (Object.hasOwn(compiled, tsx)) return compiled[tsx]!
  const { compileSource } = (await import(new URL('compile.js', runtimeFolder).href)) as typeof import('./compile.ts')
  return compileSource(tsx)
}

function render(input: EmailInput, isOver: () => boolean): { email: RenderedEmail } | { failure: unknown } {
  try {
    return { email: renderInput(sandbox, input, isOver) }
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
  return 'The renderer crashed.'
}

/** Read from the file whenever it is needed: the system keeps it at hand, and this process need not hold a copy. */
function openImage(path: URL): SandboxImage {
  const file = openSync(path, 'r')
  return {
    byteLength: fstatSync(file).size,
    copyTo: (memory) => {
      for (let done = 0; done < memory.length; ) done += readSync(file, memory, done, memory.length - done, done)
    },
  }
}
