'use client'

import type { GetPartialUserOptions, Project, TokenPartialUser } from '@latchkey/sdk'
import { createContext, useContext } from 'react'
import type { ClientApp } from '../client-app.ts'
import { type UseUserOptions, usePartialUserOf, useProjectOf, useUserOf } from './app-hooks.ts'
import type { CurrentInternalUser, CurrentUser } from './user-types.ts'

export const AppContext = createContext<ClientApp<true> | null>(null)

/**
 * The app object of the provider.
 * @example const latchkey = useApp()
 */
export function useApp(options: { projectIdMustMatch?: string | undefined } = {}): ClientApp<true> {
  const app = useContext(AppContext)
  if (!app) throw new Error('useApp must be called inside <LatchkeyProvider>.')
  const expected = options.projectIdMustMatch
  if (expected !== undefined && expected !== app.projectId) {
    throw new Error(`Expected an app of the project ${JSON.stringify(expected)}, got ${JSON.stringify(app.projectId)}.`)
  }
  return app
}

type UserOptions = UseUserOptions & { projectIdMustMatch?: string | undefined }
type InternalUserOptions = UserOptions & { projectIdMustMatch: 'internal' }

/**
 * The signed-in user, or null. Users of the internal project can own projects.
 * @example const user = useUser({ or: 'redirect' })
 */
export function useUser(options: InternalUserOptions & { or: 'redirect' | 'throw' | 'anonymous' }): CurrentInternalUser
export function useUser(options: InternalUserOptions): CurrentInternalUser | null
export function useUser(options: UserOptions & { or: 'redirect' | 'throw' | 'anonymous' }): CurrentUser
export function useUser(options?: UserOptions): CurrentUser | null
export function useUser({ projectIdMustMatch, ...options }: UserOptions = {}): CurrentUser | null {
  return useUserOf(useApp({ projectIdMustMatch }), options)
}

/**
 * The user in the access token, without a request.
 * @example const user = usePartialUser({ from: 'token' })
 */
export function usePartialUser(options: GetPartialUserOptions): TokenPartialUser | null {
  return usePartialUserOf(useApp(), options)
}

/**
 * The public data of the project, such as its name and its sign-in methods.
 * @example const { displayName } = useProject()
 */
export function useProject(): Project {
  return useProjectOf(useApp())
}
