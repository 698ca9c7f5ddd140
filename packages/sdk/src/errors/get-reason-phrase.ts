import { phraseOf } from './reason-phrases.ts'

// In a file of its own, because esbuild loads every file that `index.ts` exports from with the first page if any code
// uses it, and the SDK loads the phrases on demand.

/**
 * The standard phrase of an error status, for instance `Not Found` for 404.
 *
 * @example
 * return new Response(getReasonPhrase(error.statusCode), { status: error.statusCode })
 */
export function getReasonPhrase(statusCode: number): string {
  return phraseOf(statusCode)
}
