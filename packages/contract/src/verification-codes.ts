import { z } from 'zod'

/** The errors that a route which takes a code may return before any others, in this order. */
export const verificationCodeErrors = [
  'VERIFICATION_CODE_NOT_FOUND',
  'VERIFICATION_CODE_EXPIRED',
  'VERIFICATION_CODE_ALREADY_USED',
  'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED',
] as const

const codeLength = 45

/** Typed by users, so case does not matter. */
export const verificationCode = z.string().length(codeLength, `must have ${codeLength} characters`).toLowerCase()

export const codeBody = z.strictObject({ code: verificationCode })
export const codeIsValid = z.object({ is_code_valid: z.literal(true) })

/** For links to a page of the server. Checked by the handler, so that a broken link shows a page rather than JSON. */
export const linkQuery = z.strictObject({ code: z.string().optional() })

/** The form of such a page. The code of a newer link comes this way too: it is in the fragment, which is not logged. */
export const linkForm = z.strictObject({ code: z.string().optional(), confirmed: z.string().optional() })
