import * as React from 'react'

/**
 * The hooks that our apps call. Apps also run in server components and middleware, where React lacks these hooks and
 * bundlers reject imports by name. Bundlers do not check a copy.
 */
export const { useRef, useSyncExternalStore } = { ...React }
