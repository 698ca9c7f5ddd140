import { z } from 'zod'
import { defineRoutes } from './route.ts'
import { linkForm, linkQuery } from './verification-codes.ts'

const errors = ['VERIFICATION_CODE_NOT_FOUND', 'VERIFICATION_CODE_EXPIRED'] as const

export const accountChangeRoutes = defineRoutes('none', {
  'GET /auth/undo-change': {
    summary: 'Show the page that a security notice links to',
    description:
      'The code is in the fragment of the link, and the page posts it. Links of earlier versions have it in the ' +
      'query. Opening the page changes nothing, so that link scanners in email programs do not undo the change.',
    access: 'open',
    query: linkQuery,
    response: 'html',
    errors,
  },
  'POST /auth/undo-change': {
    summary: 'Undo the change described in a security notice',
    description:
      'Without `confirmed`, shows the page with the button; the button sends it. Email addresses, passkey, second ' +
      'factor and provider links are restored to their state before the change, a password that was set since then is ' +
      'removed, and all sessions end. A second factor that was set up since then is removed after 72 hours, unless ' +
      '`totp` is a code of it.',
    access: 'open',
    handlerLimits: ['totpByUser'],
    query: linkQuery,
    bodyOptional: true,
    body: linkForm.extend({ totp: z.string().optional() }),
    response: 'html',
    errors,
  },
})
