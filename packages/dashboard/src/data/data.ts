import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  type BodyOf,
  type Call,
  callAsUser,
  createCall,
  loadAll,
  loadFound,
  type Page,
  type Reply,
  type RequestArgs,
} from './call.ts'
import { resolveConflicts } from './conflicts.ts'
import { useOwner, useProject } from './owner.ts'
import { type DataKey, queryClient, reloadWhere } from './query-client.ts'
import type { Project } from './rows.ts'

export type Reads = Extract<Parameters<Call>[0], `GET ${string}`>

/**
 * What a route returns for the project. All readers of the same request share it. Suspends until it is loaded, and
 * reloads after changes.
 */
export function useData<Id extends Reads>(route: Id, ...request: RequestArgs<Id>): Reply<Id> {
  return useLoaded(route, request[0], (call) => call(route, ...request))
}

/** The same for data from several requests, such as all pages of a list. Reloads together with `route`. */
export function useLoaded<T>(route: Reads, request: unknown, load: (call: Call) => Promise<T>): T {
  const { id } = useProject()
  const { call } = useApi()
  return useQueryData([useOwner().id, id, route, request ?? null], () => load(call))
}

/** The rows of all pages of a list. */
export function useAll<Id extends ListRoutes>(route: Id, ...[request = {}]: RequestArgs<Id>): RowOf<Id>[] {
  return useLoaded(route, { all: request }, (call) => loadList(call, route, request))
}

type ListRoutes = { [Id in Reads]: Reply<Id> extends { items: object[] } ? Id : never }[Reads]
export type RowOf<Id extends ListRoutes> = Reply<Id> extends { items: (infer Row)[] } ? Row : never

const loadList = <Id extends ListRoutes>(call: Call, route: Id, { query, ...request }: { query?: object }) =>
  loadAll<RowOf<Id>>((cursor) => loadPage(call, route, { ...request, query: { ...query, cursor } }))

/** The types of routes in general are too many for TypeScript to relate. */
const loadPage = (call: Call, route: ListRoutes, request: object) =>
  (call as (route: string, request: object) => Promise<never>)(route, request) as Promise<Page<never>>

/**
 * The rows that a search finds while the page stays as it is. Undefined without a request and until the first results
 * arrive; the last results stay until the next ones arrive.
 */
export function useFound<Id extends ListRoutes>(
  route: Id,
  request: NonNullable<RequestArgs<Id>[0]> | undefined,
): RowOf<Id>[] | undefined {
  const { id } = useProject()
  const { call } = useApi()
  const { data, isError } = useQuery(
    {
      queryKey: [useOwner().id, id, route, { found: request }],
      queryFn: async () => {
        const { query, ...rest } = request as { query?: object }
        const page = await loadFound<RowOf<Id>>((cursor) =>
          loadPage(call, route, { ...rest, query: { ...query, cursor } }),
        )
        return page.items
      },
      enabled: request !== undefined,
      placeholderData: keepPreviousData,
    },
    queryClient,
  )
  if (!request) return undefined
  return isError ? [] : data
}

/** The teams of the signed-in owner. */
export function useOwnTeams(): RowOf<'GET /teams'>[] {
  const query = { user_id: 'me' }
  return useQueryData([useOwner().id, '', 'GET /teams', null], () => loadList(callAsUser, 'GET /teams', { query }))
}

export function useOwnedProjects(): Project[] {
  const route = 'GET /internal/projects'
  return useQueryData([useOwner().id, '', route, null], () => loadList(callAsUser, route, {}))
}

/** Whether the server has an owner, and what it takes to become the first one. */
export function useFirstOwner(): Reply<'GET /internal/first-owner'> {
  return useQueryData([useOwner().id, '', 'first owner', null], () => callAsUser('GET /internal/first-owner'))
}

function useQueryData<T>(queryKey: DataKey, queryFn: () => Promise<T>): T {
  return useSuspenseQuery({ queryKey, queryFn }, queryClient).data
}

/** Calls routes of the project. */
export function useApi() {
  const { id } = useProject()
  const { id: ownerId, _internalSession: session } = useOwner()
  return useMemo(() => {
    const call = createCall(id, session)
    /** Reloads the project's data after changes that were made with `call`. */
    const reload = () => reloadWhere(([, projectId]) => projectId === id)
    /** Makes a change, then reloads the project's data, so that the page shows the change when this resolves. */
    const change: Call = (route, ...request) => after(route, call(route, ...request))
    const after = async <T>(route: string, made: Promise<T>): Promise<T> => {
      const reply = await made
      await Promise.all([reload(), changesProjects.test(route) && reloadOwn()])
      return reply
    }
    /**
     * The same for a change of something that was loaded at this revision. Asks which values to keep if others have
     * changed the same since.
     */
    const saveAt =
      (revision: number): Call =>
      (route, ...request) =>
        resolveConflicts({ revision }, ownerId, (basis) =>
          after(route, createCall(id, session, basis)(route, ...request)),
        )
    return { call, change, saveAt, reload }
  }, [id, ownerId, session])
}

/** Routes that change the list of projects. */
const changesProjects = /^\S+ \/internal\/(projects|config|environments|owner)/

/** Reloads the owner's projects and teams. */
export const reloadOwn = () => reloadWhere(([, projectId]) => projectId === '')

export type ProjectChange = BodyOf<'PATCH /internal/projects/current'>

/** Changes of the project itself, each based on the revision that the page has loaded. */
export function useProjectChanges() {
  const { saveAt } = useApi()
  return {
    update: (body: ProjectChange, revision: number) => saveAt(revision)('PATCH /internal/projects/current', { body }),
    /** Changes settings by key path, such as `auth.allowSignUp`. Null restores the default or removes an entry. */
    updateConfig: (override: Record<string, unknown>, revision: number) =>
      saveAt(revision)('PATCH /internal/config/override', {
        body: { config_override_string: JSON.stringify(override) },
      }).then((saved) => ({ revision: saved.revision ?? revision })),
  }
}
