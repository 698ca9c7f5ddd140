import { projectCache } from '../projects/cache.ts'
import { restoreSnapshot, type Snapshot, takeSnapshot } from './snapshot.ts'
import type { World } from './world.ts'

/** Well within the lifetime of a world's tokens. */
const maxAgeMillis = 240_000

type Preparation = ((world: World) => Promise<unknown>) | undefined

interface Entry {
  world: World
  snapshot: Snapshot
  madeAt: number
  isChanged: boolean
}

/**
 * Shares one world between many requests, because creating one is much slower than a request. Callers report each
 * response, and after one that may have changed anything, the world becomes what it was for the next caller.
 */
export class ReusedWorld {
  readonly #create: () => Promise<World>
  readonly #entries = new Map<Preparation, Entry>()
  #current: Entry | undefined

  constructor(create: () => Promise<World>) {
    this.#create = create
  }

  async get(prepare?: Preparation): Promise<World> {
    const known = this.#entries.get(prepare)
    const isYoung = known !== undefined && performance.now() - known.madeAt < maxAgeMillis
    this.#current = isYoung ? known : await this.#open(prepare)
    if (this.#current.isChanged) await restore(this.#current)
    return this.#current.world
  }

  async #open(prepare: Preparation): Promise<Entry> {
    const madeAt = performance.now()
    const world = await this.#create()
    await prepare?.(world)
    const snapshot = await takeSnapshot(world.project.server.platform.db, world.project.id)
    const entry = { world, snapshot, madeAt, isChanged: false }
    this.#entries.set(prepare, entry)
    return entry
  }

  /** The next caller gets the world as it was. */
  restore(): void {
    if (this.#current) this.#current.isChanged = true
  }

  noteResponse(route: string, { status }: { status: number }): void {
    if (status < 400 && !route.startsWith('GET ')) this.restore()
  }
}

async function restore(entry: Entry): Promise<void> {
  const { id, server } = entry.world.project
  await restoreSnapshot(server.platform.db, id, entry.snapshot)
  projectCache(server.platform).forget(id)
  entry.isChanged = false
}
