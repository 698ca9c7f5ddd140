import { once } from 'node:events'
import { fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { createThreadClock, findThreadPath, type Limits, startAllowance } from './allowance.ts'
import { type EmailInput, type EmailSources, loadSources, type RenderedEmail, renderInput } from './render.ts'
import { Sandbox, SandboxError, type SandboxImage } from './sandbox.ts'

export interface RenderJob {
  /** The owner of the sources: the sandbox is reset before the sources of another owner run. */
  owner: string
  sources: EmailSources
  inputs: EmailInput[]
  /** The time limit for one email; for the first one it includes loading the sources. */
  limits: Limits
  /** After this time, a task with many emails yields the thread to others. */
  turnMillis: number
}

export interface Ready {
  /** Where other threads can read the CPU time of this one. */
  threadPath: string | undefined
}

/** The task yields although some inputs are not rendered yet; or this worker is about to exit. */
export type Notice = 'turn is over' | 'leaving'

/** One result per input, in order. If the sources cannot be loaded, all results are the same error. */
export type RenderAnswer = { email: RenderedEmail } | { error: string }

const runtimeFolder = new URL(workerData as string)
const image = openImage(new URL('image', runtimeFolder))
// All workers share one compiled module, including its optimized code.
const [engine] = (await once(parentPort!, 'message')) as [WebAssembly.Module]
const sandbox = await Sandbox.fromImage(engine, image)
const maxGrowthBytes = 32 * 1024 * 1024
let isFresh = true
/** The sources loaded in the sandbox: consecutive emails usually have the same ones. */
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
    // After a timeout the rest is not tried, because other tasks are waiting.
    if ('failure' in answer && isOutOfTime(answer.failure)) failure = answer.failure
  }
  // A sandbox that has grown is replaced, so that one template does not use memory forever.
  if (sandbox.grownBytes(image) <= maxGrowthBytes) return
  parentPort!.postMessage('leaving' satisfies Notice)
  process.exit(0)
})
parentPort!.postMessage({ threadPath } satisfies Ready)

/** Returns what is wrong with the sources. */
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

/** The built-in sources are precompiled, so that the first email does not have to wait for the compiler. */
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
    // Interrupted code may have left the sandbox in any state.
    loaded = undefined
    return { failure }
  }
}

function isOutOfTime(failure: unknown): boolean {
  return failure instanceof SandboxError && failure.isOutOfTime
}

function explain(failure: unknown): string {
  if (failure instanceof SandboxError) return failure.message
  // The engine itself crashed, for example because it ran out of stack or memory.
  return 'The renderer crashed.'
}

/** Read from the file each time: the operating system caches it, so this process does not need a copy. */
function openImage(path: URL): SandboxImage {
  const file = openSync(path, 'r')
  return {
    byteLength: fstatSync(file).size,
    copyTo: (memory) => {
      for (let done = 0; done < memory.length; ) done += readSync(file, memory, done, memory.length - done, done)
    },
  }
}
