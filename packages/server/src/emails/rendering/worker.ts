import { fstatSync, openSync, readSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { type EmailInput, type EmailSources, loadSources, type RenderedEmail, renderInput } from './render.ts'
import { Sandbox, SandboxError, type SandboxImage } from './sandbox.ts'

export interface WorkerData {
  folder: string
  /** All workers share one compiled module, including its optimized code. */
  engine: WebAssembly.Module
}

export interface RenderJob {
  /** The owner of the sources: the sandbox is reset before the sources of another owner run. */
  owner: string
  sources: EmailSources
  input: EmailInput
  /** The time limit, which includes loading the sources. */
  maxMillis: number
}

export type RenderAnswer = { email: RenderedEmail } | { error: string }

export interface RenderResult {
  answer: RenderAnswer
  /** Whether other inputs would fail in the same way, or take just as long. */
  isHopeless: boolean
}

const { folder, engine } = workerData as WorkerData
const image = openImage(new URL('image', folder))
let sandbox = await Sandbox.fromImage(engine, image)
const maxGrowthBytes = 32 * 1024 * 1024
let isFresh = true
/** The sources loaded in the sandbox: consecutive emails usually have the same ones. */
let loaded: string | undefined

export default async function renderEmail(job: RenderJob): Promise<RenderResult> {
  const deadline = performance.now() + job.maxMillis
  const isOver = () => performance.now() >= deadline
  try {
    load(job, isOver)
    return { answer: { email: renderInput(sandbox, job.input, isOver) }, isHopeless: false }
  } catch (failure) {
    const isHopeless = loaded === undefined || (failure instanceof SandboxError && failure.isOutOfTime)
    // Interrupted code may have left the sandbox in any state.
    loaded = undefined
    return { answer: { error: explain(failure) }, isHopeless }
  } finally {
    await replaceGrownSandbox()
  }
}

function load({ owner, sources }: RenderJob, isOver: () => boolean): void {
  const key = JSON.stringify([owner, sources.templateTsx, sources.themeTsx])
  if (loaded === key) return
  loaded = undefined
  if (!isFresh) sandbox.restore(image)
  isFresh = false
  loadSources(sandbox, sources, isOver)
  loaded = key
}

/** So that one template does not use memory forever. */
async function replaceGrownSandbox(): Promise<void> {
  if (sandbox.grownBytes(image) <= maxGrowthBytes) return
  sandbox = await Sandbox.fromImage(engine, image)
  isFresh = true
  loaded = undefined
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
