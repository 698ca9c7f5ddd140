import { ServerAppBase } from './server-app.ts'
import type { ServerAppConstructor, ServerApp as ServerAppType } from './types.ts'

/** For servers: holds the secret server key and sees every user. */
export const ServerApp = ServerAppBase as unknown as ServerAppConstructor
export type ServerApp<HasTokenStore extends boolean = boolean, ProjectId extends string = string> = ServerAppType<
  HasTokenStore,
  ProjectId
>
