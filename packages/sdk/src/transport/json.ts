/**
 * Anything that JSON can express.
 * @example const metadata: Json = { theme: 'dark', pinned: [1, 2] }
 */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
