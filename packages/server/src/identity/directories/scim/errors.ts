import { PlainError } from '../../../platform/http/plain-error.ts'

type ScimType =
  | 'invalidFilter'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'
  | 'tooMany'

/** A refusal in the words of RFC 7644: a status, what kind of mistake it is, and a sentence for the administrator. */
export class ScimError extends PlainError {
  readonly scimType: ScimType | undefined

  constructor(status: number, scimType: ScimType | undefined, detail: string, headers: Record<string, string> = {}) {
    super(status, detail, headers)
    this.name = 'ScimError'
    this.scimType = scimType
  }
}

const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error'

export function toErrorBody(error: PlainError) {
  const scimType = error instanceof ScimError ? error.scimType : undefined
  return {
    schemas: [errorSchema],
    status: String(error.status),
    ...(scimType && { scimType }),
    detail: error.message,
  }
}

export const invalidValue = (detail: string) => new ScimError(400, 'invalidValue', detail)
export const invalidSyntax = (detail: string) => new ScimError(400, 'invalidSyntax', detail)
export const notFound = (what: 'user' | 'group') => new ScimError(404, undefined, `This directory has no such ${what}.`)
