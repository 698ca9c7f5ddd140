/** Whether a part of the app's own code could not be loaded. Browsers have no common error for that. */
export const isChunkError = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|importing a module script failed/i.test(error.message)
