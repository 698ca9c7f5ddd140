import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { EmailInput, EmailSources, RenderedEmail } from './render.ts'
import type { RenderAnswer, RenderJob } from './worker.ts'

export interface EmailRenderer {
  /** Rendered one after the other in a sandbox of their own. `projectId` decides whose turn it is. */
  render(
    projectId: string,
    sources: EmailSources,
    inputs: EmailInput[],
    options?: RenderOptions,
  ): Promise<RenderAnswer[]>
  close(): Promise<void>
}

export interface RenderOptions {
  /** Whose sources these are, if not the project's. */
  owner?: string
  /** For one mail. Short where somebody waits for the answer. */
  maxMillis?: number
}

export type { EmailInput, EmailSources, RenderAnswer, RenderedEmail }

/** Built by `npm run build`; the same place for the sources and for what is compiled from them. */
const runtimeFolder = new URL('../../../dist/email-runtime/', import.meta.url)
const imageUrl = new URL('image', runtimeFolder)
const maxWorkers = 2
/** A rendering of a well-meant template takes a small part of this. */
const defaultMaxMillis = 1_800
/** The sandbox stops what runs too long by itself; whatever is still silent this much later has broken it. */
const graceMillis = 600

interface Task extends RenderJob {
  projectId: string
  answers: RenderAnswer[]
  isSecondTry: boolean
  resolve: (answers: RenderAnswer[]) => void
}

/**
 * Renders e-mails in worker threads, so that nobody else waits for a template that takes its time. Workers start when
 * there is something to render and end when there has not been for a while. One project has one of them at most.
 */
export function createEmailRenderer({ idleMillis = 10_000 } = {}): EmailRenderer {
  const waiting: Task[] = []
  const busyProjects = new Set<string>()
  const workers = new Set<RenderWorker>()
  let isClosed = false

  function assign(): void {
    for (;;) {
      const index = waiting.findIndex((task) => !busyProjects.has(task.projectId))
      const task = waiting[index]
      if (!task) return
      const worker = [...workers].find(({ isIdle }) => isIdle) ?? startWorker()
      if (!worker) return
      waiting.splice(index, 1)
      busyProjects.add(task.projectId)
      worker.run(task)
    }
  }

  function startWorker(): RenderWorker | undefined {
    if (workers.size >= maxWorkers) return undefined
    const worker = new RenderWorker({ idleMillis, onDone: finish, onEnd: () => workers.delete(worker), onLost: retry })
    workers.add(worker)
    return worker
  }

  function finish(task: Task): void {
    busyProjects.delete(task.projectId)
    task.resolve(task.answers)
    assign()
  }

  /** A worker that ended by itself may have taken somebody with it who had no part in that. */
  function retry(task: Task): void {
    if (task.isSecondTry || isClosed) {
      while (task.answers.length < task.inputs.length) task.answers.push({ error: 'It broke the renderer.' })
      finish(task)
    } else {
      busyProjects.delete(task.projectId)
      waiting.unshift({ ...task, answers: [], isSecondTry: true })
      assign()
    }
  }

  return {
    render: async (projectId, sources, inputs, { owner = projectId, maxMillis = defaultMaxMillis } = {}) => {
      if (inputs.length === 0) return []
      if (isClosed) throw new Error('The e-mail renderer is closed.')
      assertBuilt()
      return new Promise((resolve) => {
        waiting.push({ projectId, owner, maxMillis, sources, inputs, answers: [], isSecondTry: false, resolve })
        assign()
      })
    },
    close: async () => {
      isClosed = true
      await Promise.all([...workers].map((worker) => worker.stop()))
    },
  }
}

function assertBuilt(): void {
  if (!existsSync(imageUrl)) throw new Error('The e-mail runtime is not built: run `npm run build` first.')
}

interface WorkerOptions {
  idleMillis: number
  onDone: (task: Task) => void
  /** It ended although nobody asked it to, in the middle of this. */
  onLost: (task: Task) => void
  onEnd: () => void
}

class RenderWorker {
  readonly #options: WorkerOptions
  readonly #worker: Worker
  #isReady = false
  #task: Task | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(options: WorkerOptions) {
    this.#options = options
    this.#worker = new Worker(new URL('worker.js', runtimeFolder), {
      workerData: { imagePath: fileURLToPath(imageUrl) },
      resourceLimits: { maxOldGenerationSizeMb: 128 },
    })
    this.#worker.unref()
    this.#worker.on('message', (message: 'ready' | RenderAnswer) => this.#receive(message))
    this.#worker.on('error', () => undefined)
    this.#worker.on('exit', () => this.#end())
  }

  get isIdle(): boolean {
    return this.#task === undefined
  }

  run(task: Task): void {
    this.#task = task
    this.#worker.ref()
    if (this.#isReady) this.#start()
  }

  async stop(): Promise<void> {
    await this.#worker.terminate()
  }

  #receive(message: 'ready' | RenderAnswer): void {
    if (message === 'ready') {
      this.#isReady = true
      if (this.#task) this.#start()
      return
    }
    if (!this.#task) return
    this.#task.answers.push(message)
    if (this.#task.answers.length < this.#task.inputs.length) this.#expectAnswer()
    else this.#finish()
  }

  #finish(): void {
    const task = this.#takeTask()!
    this.#worker.unref()
    this.#timer = setTimeout(() => void this.stop(), this.#options.idleMillis).unref()
    this.#options.onDone(task)
  }

  #start(): void {
    const { owner, sources, inputs, maxMillis } = this.#task!
    this.#worker.postMessage({ owner, sources, inputs, maxMillis } satisfies RenderJob)
    this.#expectAnswer()
  }

  #expectAnswer(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#giveUp(), this.#task!.maxMillis + graceMillis)
  }

  /** Too late for what is being rendered, and for all that would come after it. */
  #giveUp(): void {
    const task = this.#takeTask()!
    while (task.answers.length < task.inputs.length) task.answers.push({ error: 'It took too long.' })
    // Another worker takes its place right away.
    this.#options.onEnd()
    void this.stop()
    this.#options.onDone(task)
  }

  #end(): void {
    const task = this.#takeTask()
    this.#options.onEnd()
    if (task) this.#options.onLost(task)
  }

  #takeTask(): Task | undefined {
    clearTimeout(this.#timer)
    const task = this.#task
    this.#task = undefined
    return task
  }
}
