import { defineRoutes } from './route.ts'
import { linkQuery } from './verification-codes.ts'

const errors = ['VERIFICATION_CODE_NOT_FOUND', 'VERIFICATION_CODE_EXPIRED'] as const

export const accountChangeRoutes = defineRoutes({
  'GET /auth/undo-change': {
    summary: 'Show the page that a security notice links to',
    description:
      'A page with a button. Opening it changes nothing, so that link scanners in email programs do not undo the ' +
      'change.',
    access: 'open',
    query: linkQuery,
    response: 'html',
    errors,
  },
  'POST /auth/undo-change': {
    summary: 'Undo the change described in a security notice',
    description:
      'Called by the button on that page. Email addresses, passkey, second factor and provider links are restored to ' +
      'their state before the change, a password that was set since then is removed, and all sessions end.',
    access: 'open',
    query: linkQuery,
    response: 'html',
    errors,
  },
})
