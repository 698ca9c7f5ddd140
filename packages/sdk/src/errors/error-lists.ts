import { knownCodes } from './known-codes.generated.ts'

// Rarely needed, so it is loaded on demand. It imports no code that apps load first, because esbuild would put that into
// a file of its own.

export function describeUnsupported(code: string, text: string): string | undefined {
  if (knownCodes.split(' ').includes(code)) return
  return `The server sent the error ${code}, which this version of the SDK does not know. Please update it. (${text})`
}
