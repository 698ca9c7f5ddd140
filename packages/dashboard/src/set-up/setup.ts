import type { Routes } from '@latchkey/contract'
import { connectionPresets } from '@latchkey/contract/connection-presets'
import { call } from '../api.ts'
import { isComplete } from '../connections/connection-state.tsx'

type Name = keyof Routes extends infer Id ? (Id extends `POST /connection-setups/${infer Rest}` ? Rest : never) : never
type RouteOf<N extends Name> = Routes[`POST /connection-setups/${N}`]
type BodyOf<N extends Name> = Omit<RouteOf<N>['request']['body'], 'code'>

export type Setup = RouteOf<'read'>['response']['client']

/** Calls a route with the code of the link, which is in the fragment of the page's address and in no other. */
export type CallSetup = <N extends Name>(name: N, body: BodyOf<N>) => Promise<RouteOf<N>['response']['client']>

/** The types of routes in general are too many for TypeScript to relate. */
export const callSetup =
  (code: string): CallSetup =>
  (name, body) =>
    (call as (route: string, body: object) => Promise<never>)(`POST /connection-setups/${name}`, { code, ...body })

export const steps = ['provider', 'settings', 'test', 'domain', 'finish'] as const
export type StepName = (typeof steps)[number]

/** Which steps are done, so that whoever comes back continues where they left. */
export function findDone({ preset, is_tested, connection, domains }: Setup): Record<StepName, boolean> {
  return {
    provider: preset !== null,
    settings: preset !== null && isComplete(connection),
    test: is_tested,
    domain: domains.some(({ is_proven }) => is_proven),
    finish: false,
  }
}

export function findStep(setup: Setup): StepName {
  const done = findDone(setup)
  return setup.connection.is_active ? 'finish' : steps.find((step) => !done[step])!
}

/** The steps that can be opened. A domain can be proven while somebody else is at the settings. */
export function isOpen(step: StepName, setup: Setup): boolean {
  const done = findDone(setup)
  if (setup.connection.is_active) return step === 'finish' || step === 'domain'
  if (step === 'provider') return true
  if (step === 'finish') return done.test
  return step === 'test' ? done.settings : done.provider
}

export const nameProvider = ({ preset }: Setup) =>
  connectionPresets.find(({ id }) => id === preset)?.name ?? 'your identity provider'

export const listProven = ({ domains }: Setup) =>
  domains.filter(({ is_proven }) => is_proven).map(({ domain }) => domain)

const list = new Intl.ListFormat('en')
export const joinNames = (names: string[]) => list.format(names)
