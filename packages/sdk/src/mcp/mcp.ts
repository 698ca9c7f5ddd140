export { ProtectedResource, protectResource } from './protect-resource.ts'
export type { ProtectResourceOptions, RequireOptions, ResourceAccess, ResourceMetadata } from './resource-types.ts'
