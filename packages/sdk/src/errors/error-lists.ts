import { knownCodes } from './known-codes.generated.ts'

// Lazy, because it is rarely needed. It imports nothing from the first bundle, because esbuild would move that code
// into a separate file.

export function describeUnsupported(code: string, text: string): string | undefined {
  if (knownCodes.split(' ').includes(code)) return
  return `The server sent the error ${code}, which this version of the SDK does not know. Please update it. (${text})`
}
