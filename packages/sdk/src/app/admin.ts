import { AdminAppBase } from './admin-app.ts'
import type { AdminAppConstructor, AdminApp as AdminAppType } from './admin-types.ts'

/** For those who run a project: holds its super secret admin key, or the session of somebody who owns it. */
export const AdminApp = AdminAppBase as unknown as AdminAppConstructor
export type AdminApp<HasTokenStore extends boolean = boolean, ProjectId extends string = string> = AdminAppType<
  HasTokenStore,
  ProjectId
>
