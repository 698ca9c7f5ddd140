import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Piscina } from 'piscina'
import { packageFolder } from '../../platform/package-folder.ts'
import { oncePerServer } from '../../platform/platform.ts'
import type { EmailInput, EmailSources, RenderedEmail } from './render.ts'
import { Turns } from './turns.ts'
import type { RenderAnswer, RenderJob, RenderResult, WorkerData } from './worker.ts'

export interface EmailRenderer {
  /** Renders the inputs one after the other in their own sandbox. Turns are assigned by `projectId`. */
  render(
    projectId: string,
    sources: EmailSources,
    inputs: EmailInput[],
    options?: RenderOptions,
  ): Promise<RenderAnswer[]>
  close(): Promise<void>
}

export interface RenderOptions {
  /** Whether a user waits for this email to sign in. */
  isUrgent?: boolean
  /** The owner of the sources, if not the project. */
  owner?: string
  /** The time limit for one email. */
  maxMillis?: number
  /** The time limit for all of them, including the wait for a thread. */
  answerWithinMillis?: number
}

export type { EmailInput, EmailSources, RenderAnswer, RenderedEmail }

/** Built by `npm run build`. */
const runtimeFolder = new URL('dist/email-runtime/', packageFolder)
const maxThreads = 3
/** Rendering a normal template takes a small part of this, but the machine may be busy. */
const defaultMaxMillis = 5_000
/** The sandbox stops at its own limit; a worker that has not answered this much later hangs and is ended. */
const graceMillis = 1_000
/** A new thread loads its sandbox and compiler before its first email, which takes a while on a busy machine. */
const startMillis = 10_000
const tooMany = 'Too many emails are being rendered right now. Please try again in a moment.'

interface Task {
  job: Omit<RenderJob, 'input'>
  inputs: EmailInput[]
  /** One more for every input that is done. */
  answers: RenderAnswer[]
  /** By `performance.now()`. */
  deadline: number
}

/**
 * Renders emails in worker threads, so that a slow template does not delay anything else. Workers start when there is
 * something to render and exit after being idle for a while.
 */
export function createEmailRenderer({ idleMillis = 10_000, turnMillis = 1_000 } = {}): EmailRenderer {
  const turns = new Turns(maxThreads)
  let pool: Promise<Piscina> | undefined
  let running = 0
  let isClosed = false

  async function run(job: RenderJob, isSecondTry = false): Promise<RenderResult> {
    assertIsOpen()
    pool ??= openPool(idleMillis)
    const { threads } = await pool
    const isStarting = running >= threads.length
    const signal = AbortSignal.timeout(Math.ceil(job.maxMillis) + graceMillis + (isStarting ? startMillis : 0))
    running++
    try {
      return await (await pool).run(job, { signal }).finally(() => running--)
    } catch {
      assertIsOpen()
      if (signal.aborted) return { answer: { error: 'Rendering took too long.' }, isHopeless: true }
      // Another email may have crashed the worker.
      return isSecondTry ? { answer: { error: 'The renderer crashed.' }, isHopeless: false } : run(job, true)
    }
  }

  /** Renders until the task is done, or until it is time to let others use the thread. */
  async function useTurn({ job, inputs, answers, deadline }: Task): Promise<void> {
    const endsAt = performance.now() + turnMillis
    do {
      const maxMillis = Math.min(job.maxMillis, Math.max(deadline - performance.now(), 0))
      const { answer, isHopeless } = await run({ ...job, input: inputs[answers.length]!, maxMillis })
      answers.push(answer, ...(isHopeless ? inputs.slice(answers.length + 1).map(() => answer) : []))
    } while (answers.length < inputs.length && performance.now() < endsAt)
  }

  /** An error rather than a result, because another node will render it: it must not be recorded as failed. */
  function assertIsOpen(): void {
    if (isClosed) throw new Error('The email renderer is closed.')
  }

  return {
    render: async (projectId, sources, inputs, options = {}) => {
      assertRuntimeIsBuilt()
      const { isUrgent = false, owner = projectId, maxMillis = defaultMaxMillis, answerWithinMillis } = options
      const deadline = performance.now() + (answerWithinMillis ?? Number.POSITIVE_INFINITY)
      const task: Task = { job: { owner, sources, maxMillis }, inputs, answers: [], deadline }
      const turn = { projectId, isUrgent }
      while (task.answers.length < inputs.length) {
        const hasBegun = await turns.begin(turn, deadline - performance.now())
        if (hasBegun) await useTurn(task).finally(() => turns.end(turn))
        else task.answers.push(...inputs.slice(task.answers.length).map(() => ({ error: tooMany })))
      }
      assertIsOpen()
      return task.answers
    },
    close: async () => {
      isClosed = true
      turns.clear()
      await (await pool)?.destroy()
    },
  }
}

async function openPool(idleTimeout: number): Promise<Piscina> {
  const engine = await WebAssembly.compile(await readFile(new URL('engine.wasm', runtimeFolder)))
  const pool = new Piscina({
    filename: new URL('worker.js', runtimeFolder).href,
    workerData: { folder: runtimeFolder.href, engine } satisfies WorkerData,
    minThreads: 0,
    maxThreads,
    idleTimeout,
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 },
  })
  // A worker that fails while it has nothing to do; the next email starts another one.
  pool.on('error', () => undefined)
  return pool
}

function assertRuntimeIsBuilt(): void {
  const isBuilt = existsSync(new URL('image', runtimeFolder))
  if (!isBuilt) throw new Error('The email runtime is not built. Run `npm run build` first.')
}

export const emailRenderer = oncePerServer(({ onClose }) => {
  const renderer = createEmailRenderer()
  onClose(renderer.close)
  return renderer
})
