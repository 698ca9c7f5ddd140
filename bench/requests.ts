import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { type LoadRequest, requestsPerSecond } from './load.ts'
import type { Measurement } from './report.ts'

/** Short, because the load of a shared machine changes within seconds. */
export const seconds = 2
export const connections = 16

export interface Target {
  serverUrl: string
  floorUrl: string
  headers: Record<string, string>
  password: string
  /** One request per connection, because concurrent requests come from different users and must not be identical. */
  users: { access_token: string; email: string }[]
}

/**
 * Alternates between our server and the baseline, so that both run under the same conditions; the median of the ratios
 * counts.
 */
export async function measureOwnUser(target: Target): Promise<Measurement> {
  const ours = () =>
    rate(target, (user) => ({
      method: 'GET',
      url: `${target.serverUrl}/api/v1/users/me`,
      headers: { ...target.headers, 'x-stack-access-token': user.access_token },
    }))
  const floor = () => rate(target, () => ({ method: 'GET', url: `${target.floorUrl}/` }))
  const { ratio, detail } = await compare(ours, floor)
  return {
    what: 'GET /users/me against bare node:http + one select',
    value: ratio,
    unit: '×',
    target: 0.9,
    atLeast: true,
    detail,
  }
}

export async function measureSignIn(target: Target): Promise<Measurement> {
  const ours = () =>
    rate(target, ({ email }) => ({
      method: 'POST',
      url: `${target.serverUrl}/api/v1/auth/password/sign-in`,
      headers: { ...target.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: target.password }),
    }))
  const { ratio, detail } = await compare(ours, bareArgon2Rate)
  return {
    what: 'password sign-in compared with bare argon2id',
    value: ratio,
    unit: '×',
    target: 0.9,
    atLeast: true,
    detail,
  }
}

function rate({ users }: Target, requestOf: (user: Target['users'][number]) => LoadRequest): Promise<number> {
  return requestsPerSecond(users.map(requestOf), seconds)
}

/** The middle of the ratios of two rates that were measured in turn. */
export async function compare(
  ours: () => Promise<number>,
  floor: () => Promise<number>,
  // The JIT compiles what runs often. There are so few sign-ins per second that this takes a while.
  { rounds, warmUpRounds } = { rounds: 11, warmUpRounds: 10 },
) {
  for (let round = 0; round < warmUpRounds; round++) await ours()
  await floor()
  const runs: { ours: number; floor: number }[] = []
  for (let round = 0; round < rounds; round++) runs.push({ ours: await ours(), floor: await floor() })
  const middle = runs.sort((a, b) => a.ours / a.floor - b.ours / b.floor)[Math.floor(rounds / 2)]!
  const detail = `${Math.round(middle.ours)}/s against ${Math.round(middle.floor)}/s`
  return { ratio: middle.ours / middle.floor, detail }
}

async function bareArgon2Rate(): Promise<number> {
  const password = 'correct horse battery'
  const stored = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  const end = Date.now() + seconds * 1000
  const started = Date.now()
  let count = 0
  const work = async () => {
    while (Date.now() < end) {
      await verify(stored, password)
      count++
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return (count * 1000) / (Date.now() - started)
}
