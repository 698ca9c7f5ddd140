import type { World } from './world.ts'

/** Well within the lifetime of a world's tokens. */
const maxAgeMillis = 120_000

type Preparation = ((world: World) => Promise<unknown>) | undefined

/**
 * Shares one world between many requests, because creating one is much slower than a request. Callers report each
 * response, and after one that may have changed anything the next caller gets a new world.
 */
export class ReusedWorld {
  readonly #create: () => Promise<World>
  #current: { world: World; prepare: Preparation; madeAt: number } | undefined

  constructor(create: () => Promise<World>) {
    this.#create = create
  }

  async get(prepare?: Preparation): Promise<World> {
    const current = this.#current
    const isGood = current?.prepare === prepare && performance.now() - (current?.madeAt ?? 0) < maxAgeMillis
    if (current && isGood) return current.world
    const madeAt = performance.now()
    const world = await this.#create()
    await prepare?.(world)
    this.#current = { world, prepare, madeAt }
    return world
  }

  /** The next caller gets a new world. */
  forget(): void {
    this.#current = undefined
  }

  noteResponse(route: string, { status }: { status: number }): void {
    if (status < 400 && !route.startsWith('GET ')) this.forget()
  }
}
