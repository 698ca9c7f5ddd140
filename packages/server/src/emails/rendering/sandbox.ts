import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSContext, RELEASE_SYNC } from 'quickjs-emscripten'

const pageBytes = 64 * 1024
const initialPages = 256
/** The memory limit of the sandbox. */
const maxPages = 2048
const maxHeapBytes = 96 * 1024 * 1024
const maxStackBytes = 512 * 1024

/** The result of `takeImage`. */
export interface SandboxImage {
  readonly byteLength: number
  copyTo(memory: Uint8Array): void
}

/** Called repeatedly while code runs. */
interface Time {
  isOver: () => boolean
}

const endless = () => false

/**
 * A separate JavaScript engine in WebAssembly: code in it has no network, no files, no environment and no timers, and is
 * stopped at its deadline. All of its state is in one block of memory, so the state after loading the libraries can be
 * saved as an image; restoring that image resets everything that the last source did.
 */
export class Sandbox {
  readonly #memory: WebAssembly.Memory
  readonly #context: QuickJSContext
  readonly #time: Time

  private constructor(memory: WebAssembly.Memory, context: QuickJSContext, time: Time) {
    this.#memory = memory
    this.#context = context
    this.#time = time
  }

  /** Always takes the same steps, so that every engine has the same memory layout and can restore the image. */
  static async open(engine: WebAssembly.Module, pages = initialPages): Promise<Sandbox> {
    const memory = new WebAssembly.Memory({ initial: pages, maximum: maxPages })
    const emscriptenModule = { thisProgram: programName() } as object
    const variant = newVariant(RELEASE_SYNC, { wasmModule: engine, wasmMemory: memory, emscriptenModule })
    const quickJs = await newQuickJSWASMModuleFromVariant(variant)
    const runtime = quickJs.newRuntime()
    runtime.setMemoryLimit(maxHeapBytes)
    runtime.setMaxStackSize(maxStackBytes)
    const time: Time = { isOver: endless }
    runtime.setInterruptHandler(() => time.isOver())
    return new Sandbox(memory, runtime.newContext(), time)
  }

  static async fromImage(engine: WebAssembly.Module, image: SandboxImage): Promise<Sandbox> {
    const sandbox = await Sandbox.open(engine, image.byteLength / pageBytes)
    sandbox.restore(image)
    return sandbox
  }

  takeImage(): Uint8Array {
    return new Uint8Array(this.#memory.buffer.slice(0))
  }

  restore(image: SandboxImage): void {
    image.copyTo(new Uint8Array(this.#memory.buffer, 0, image.byteLength))
  }

  /** How much the engine has grown beyond an image; WebAssembly memory cannot shrink. */
  grownBytes(image: SandboxImage): number {
    return this.#memory.buffer.byteLength - image.byteLength
  }

  /** Runs code and its pending promises until the deadline, and returns the value of the code. */
  run(code: string, options: { name: string; isOver?: () => boolean }): unknown {
    this.#time.isOver = options.isOver ?? endless
    const result = this.#context.evalCode(code, options.name)
    if (result.error) throw this.#explain(result.error)
    const value: unknown = this.#context.dump(result.value)
    result.value.dispose()
    const jobs = this.#context.runtime.executePendingJobs()
    if (jobs.error) throw this.#explain(jobs.error)
    return value
  }

  #explain(handle: Parameters<QuickJSContext['dump']>[0]): SandboxError {
    const error: unknown = this.#context.dump(handle)
    handle.dispose()
    if (typeof error !== 'object' || error === null)
      return explainFailure(error === null ? 'out of memory' : String(error))
    const { name, message, stack } = error as { name?: unknown; message?: unknown; stack?: unknown }
    return explainFailure(name === 'SyntaxError' ? `${name}: ${String(message)}` : String(message), stack)
  }
}

/**
 * The engine starts by writing the program name and the locale into its memory. Together they must always have the same
 * length, or everything after them would be at different addresses than in the image.
 */
function programName(): string {
  const language = (globalThis as { navigator?: { language?: string } }).navigator?.language ?? 'C'
  return 'latchkey'.padEnd(64 - language.length, '-')
}

/** The compiled code has the same lines as its source. */
function findLine(stack: unknown): string {
  const [, source, line] = /\b(template|theme):(\d+)/.exec(String(stack)) ?? []
  return source ? ` (line ${line} of the ${source})` : ''
}

/** An error message for the author of the source. */
export class SandboxError extends Error {
  readonly isOutOfTime: boolean

  constructor(message: string, { isOutOfTime = false } = {}) {
    super(message)
    this.isOutOfTime = isOutOfTime
  }
}

export function explainFailure(message: string, stack?: unknown): SandboxError {
  if (message === 'interrupted') return new SandboxError('Rendering took too long.', { isOutOfTime: true })
  if (message === 'out of memory') return new SandboxError('It needed too much memory.')
  if (message.includes('stack overflow') || message.includes('call stack')) {
    return new SandboxError('Maximum call stack size exceeded.')
  }
  return new SandboxError(message + findLine(stack))
}
