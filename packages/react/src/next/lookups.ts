import { appInternalsSymbol, type CurrentUserJson, type ProjectJson } from '@latchkey/sdk'
import type { ClientApp } from '../client-app.ts'

/** The user as browsers see them. */
export const findUser = (app: ClientApp<true>) =>
  leaveToBrowserOnFailure<CurrentUserJson | null>(async () => {
    const user = await app.getUser({ or: 'anonymous-if-exists[deprecated]' })
    return user?.toClientJson() ?? null
  })

/** The project as browsers see it. */
export const findProject = (app: ClientApp<true>) =>
  leaveToBrowserOnFailure<ProjectJson>(async () => {
    const response = await app[appInternalsSymbol].sendRequest('/projects/current', {})
    return response.json()
  })

async function leaveToBrowserOnFailure<T>(find: () => Promise<T>): Promise<T | undefined> {
  try {
    return await find()
  } catch (error) {
    // Next.js throws to signal that a page cannot be prerendered, so this error must reach it.
    if (typeof error === 'object' && error && 'digest' in error) throw error
    console.error(error)
    return undefined
  }
}
