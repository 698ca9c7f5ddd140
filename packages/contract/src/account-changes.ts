import { defineRoutes } from './route.ts'
import { linkQuery } from './verification-codes.ts'

const errors = ['VERIFICATION_CODE_NOT_FOUND', 'VERIFICATION_CODE_EXPIRED'] as const

export const accountChangeRoutes = defineRoutes({
  'GET /auth/undo-change': {
    summary: 'The page behind the link of a security notice',
    description:
      'A page with a button. Opening it changes nothing, so that programs which look into mails do not undo what their ' +
      'readers have done.',
    access: 'open',
    query: linkQuery,
    response: 'html',
    errors,
  },
  'POST /auth/undo-change': {
    summary: 'Undo the change that a security notice tells of',
    description:
      'What the button of the page does. Addresses, passkey, second factor and providers become what they were before ' +
      'the change, a password that was set since is removed, and every session ends.',
    access: 'open',
    query: linkQuery,
    response: 'html',
    errors,
  },
})
