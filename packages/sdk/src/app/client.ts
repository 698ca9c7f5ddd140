import { ClientAppBase } from './client-app.ts'
import type { ClientAppConstructor, ClientApp as ClientAppType } from './types.ts'

/** For browsers and other places that people control: sees one signed-in user. */
export const ClientApp = ClientAppBase as unknown as ClientAppConstructor
export type ClientApp<HasTokenStore extends boolean = boolean, ProjectId extends string = string> = ClientAppType<
  HasTokenStore,
  ProjectId
>
