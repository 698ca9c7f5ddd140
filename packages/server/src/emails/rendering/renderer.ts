import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { EmailInput, EmailSources, RenderedEmail } from './render.ts'
import type { RenderAnswer, RenderJob } from './worker.ts'

export interface EmailRenderer {
  /** Rendered one after the other in a sandbox of their own. `projectId` decides whose turn it is. */
  render(projectId: string, sources: EmailSources, inputs: EmailInput[]): Promise<RenderAnswer[]>
  close(): Promise<void>
}

export type { EmailInput, EmailSources, RenderAnswer, RenderedEmail }

/** Built by `npm run build`; the same place for the sources and for what is compiled from them. */
const runtimeFolder = new URL('../../../dist/email-runtime/', import.meta.url)
const maxWorkers = 2
/** The sandbox stops what runs too long by itself; whatever is still silent then has broken it. */
const silenceMillis = 2_800
const idleMillis = 60_000

interface Task extends RenderJob {
  projectId: string
  answers: RenderAnswer[]
  resolve: (answers: RenderAnswer[]) => void
}

/**
 * Renders e-mails in worker threads, so that nobody else waits for a template that takes its time. Workers start when
 * there is something to render and end when there has not been for a while. One project has one of them at most.
 */
export function createEmailRenderer(): EmailRenderer {
  const waiting: Task[] = []
  const busyProjects = new Set<string>()
  const workers = new Set<RenderWorker>()

  function assign(): void {
    for (;;) {
      const index = waiting.findIndex((task) => !busyProjects.has(task.projectId))
      const task = waiting[index]
      if (!task) return
      const worker = [...workers].find(({ isIdle }) => isIdle) ?? startWorker()
      if (!worker) return
      waiting.splice(index, 1)
      busyProjects.add(task.projectId)
      worker.run(task, () => {
        busyProjects.delete(task.projectId)
        assign()
      })
    }
  }

  function startWorker(): RenderWorker | undefined {
    if (workers.size >= maxWorkers) return undefined
    const worker = new RenderWorker(() => workers.delete(worker))
    workers.add(worker)
    return worker
  }

  return {
    render: (projectId, sources, inputs) =>
      new Promise((resolve) => {
        if (inputs.length === 0) return resolve([])
        waiting.push({ projectId, sources, inputs, answers: [], resolve })
        assign()
      }),
    close: async () => {
      await Promise.all([...workers].map((worker) => worker.stop()))
    },
  }
}

class RenderWorker {
  #worker: Worker
  #isReady = false
  #task: Task | undefined
  #done: (() => void) | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(onEnd: () => void) {
    const imagePath = fileURLToPath(new URL('image.gz', runtimeFolder))
    if (!existsSync(imagePath)) throw new Error('The e-mail runtime is not built: run `npm run build` first.')
    this.#worker = new Worker(new URL('worker.js', runtimeFolder), { workerData: { imagePath } })
    this.#worker.unref()
    this.#worker.on('message', (message: 'ready' | RenderAnswer) => this.#receive(message))
    this.#worker.on('error', () => undefined)
    this.#worker.on('exit', () => {
      onEnd()
      this.#giveUp()
    })
  }

  get isIdle(): boolean {
    return this.#task === undefined
  }

  run(task: Task, done: () => void): void {
    this.#task = task
    this.#done = done
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
    const task = this.#task
    if (!task) return
    task.answers.push(message)
    if (task.answers.length === task.inputs.length) this.#finish()
    else this.#expectAnswer()
  }

  #start(): void {
    const { sources, inputs } = this.#task!
    this.#worker.postMessage({ sources, inputs } satisfies RenderJob)
    this.#expectAnswer()
  }

  #expectAnswer(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.stop(), silenceMillis)
  }

  /** What the worker did not answer before it ended, it did not survive. */
  #giveUp(): void {
    const { inputs, answers } = this.#task ?? { inputs: [], answers: [] }
    while (answers.length < inputs.length) answers.push({ error: 'It took too long.' })
    if (this.#task) this.#finish()
    clearTimeout(this.#timer)
  }

  #finish(): void {
    const { resolve, answers } = this.#task!
    const done = this.#done!
    this.#task = undefined
    this.#worker.unref()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.stop(), idleMillis).unref()
    resolve(answers)
    done()
  }
}
