import { z } from 'zod'

/** What a code-consuming route can answer before it does its own work, in this order. */
export const verificationCodeErrors = [
  'VERIFICATION_CODE_NOT_FOUND',
  'VERIFICATION_CODE_EXPIRED',
  'VERIFICATION_CODE_ALREADY_USED',
  'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED',
] as const

const codeLength = 45

/** Typed or clicked by a person, so the case does not matter. */
export const verificationCode = z.string().length(codeLength, `must have ${codeLength} characters`).toLowerCase()

export const codeBody = z.strictObject({ code: verificationCode })
export const codeIsValid = z.object({ is_code_valid: z.literal(true) })

/** Of a link that leads to a page of the server. Checked by the handler, because its reader wants a sentence, not JSON. */
export const linkQuery = z.strictObject({ code: z.string().optional() })
