import { hasUuidShape } from '@latchkey/contract'
import type { Place } from '../../accounts/users/page-queries.ts'
import { PlainError } from '../../platform/http/plain-error.ts'

/** Users in the order of activity, then those who have never been active, or all of them in the order of sign-up. */
export type Part = 'signed-up' | 'active' | 'never-active'

export interface Start {
  part: Part
  /** Undefined at the beginning of the part. */
  after: Place | undefined
}

export function toCursor({ part, after }: Start): string {
  return Buffer.from(JSON.stringify([part, after?.micros, after?.id])).toString('base64url')
}

export function readCursor(cursor: string, parts: readonly Part[]): Start {
  const [part, micros, id] = parse(cursor)
  if (!parts.includes(part as Part)) throw notACursor()
  if (micros === null && id === null) return { part: part as Part, after: undefined }
  if (!/^-?\d{1,15}$|^\d{16}$/.test(String(micros)) || !hasUuidShape(String(id))) throw notACursor()
  return { part: part as Part, after: { micros: String(micros), id: String(id) } }
}

function parse(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(parts) && parts.length === 3) return parts
  } catch {}
  throw notACursor()
}

const notACursor = () => new PlainError(400, 'The cursor is not the next_cursor of a list in this order.')
