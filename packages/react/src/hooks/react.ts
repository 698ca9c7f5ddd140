import * as React from 'react'

/**
 * The hooks that our apps call. Apps are also made where React has none of these, in server components and middleware,
 * and bundlers refuse to import by name what is not there. They do not look into a copy.
 */
export const { useRef, useSyncExternalStore } = { ...React }
