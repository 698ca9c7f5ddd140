import { phraseOf } from './reason-phrases.ts'

// A separate file, because esbuild puts every used file that `index.ts` exports from into the first bundle, and the
// phrases are lazy.

/**
 * The standard phrase of an error status, for instance `Not Found` for 404.
 *
 * @example
 * return new Response(getReasonPhrase(error.statusCode), { status: error.statusCode })
 */
export function getReasonPhrase(statusCode: number): string {
  return phraseOf(statusCode)
}
