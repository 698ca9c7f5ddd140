import type { Json } from '../transport/json.ts'

/**
 * The types of your users' metadata, any JSON unless you declare them. Stored values are not validated, so declare the
 * type that your code writes, with `| null` if users may have none.
 * @example declare module '@latchkey/sdk' { interface UserMetadata { serverMetadata: { plan: 'free' | 'pro' } } }
 */
// biome-ignore lint/suspicious/noEmptyInterface: apps add to it
export interface UserMetadata {}

/**
 * The types of your teams' metadata, any JSON unless you declare them.
 * @example declare module '@latchkey/sdk' { interface TeamMetadata { clientMetadata: { color: string } } }
 */
// biome-ignore lint/suspicious/noEmptyInterface: apps add to it
export interface TeamMetadata {}

type MetadataKey = 'clientMetadata' | 'clientReadOnlyMetadata' | 'serverMetadata'

/**
 * The declared type of one kind of metadata, or any JSON.
 * @example const metadata: MetadataOf<UserMetadata, 'serverMetadata'> = user.serverMetadata
 */
export type MetadataOf<Declared, Key extends MetadataKey> = Declared extends { [K in Key]: infer T } ? T : Json
