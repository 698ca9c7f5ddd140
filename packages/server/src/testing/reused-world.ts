import type { World } from './world.ts'

/** Well within the life of the tokens that a world has. */
const maxAgeMillis = 120_000

type Preparation = ((world: World) => Promise<unknown>) | undefined

/**
 * One world for many requests, because making one takes much longer than asking it something. Whoever gets a response
 * says so, and when it may have changed anything the next to ask gets another world.
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

  noteResponse(route: string, { status }: { status: number }): void {
    if (status < 400 && !route.startsWith('GET ')) this.#current = undefined
  }
}
