import { z } from 'zod'
import { millis, tokensAndUser, url, uuid } from './fields.ts'
import { defineRoutes, everyone } from './route.ts'
import { sessionKeyHeader } from './sessions.ts'
import { codeBody, verificationCodeErrors } from './verification-codes.ts'

export const impersonationRoutes = defineRoutes('accounts', {
  'POST /internal/users/{user_id}/impersonation': {
    summary: 'Create a link that signs in as a user',
    description:
      'For project owners who want to see the app as one of its users does. The link opens `callback_url`, usually the ' +
      'page `impersonation` of the handler, with a code in the fragment that works once and for two minutes. Users of ' +
      'the project `internal` cannot be impersonated: that is a plain-text 403.',
    access: ['admin'],
    params: z.strictObject({ user_id: uuid }),
    body: z.strictObject({ callback_url: url }),
    status: 201,
    response: z.object({ url: z.string(), expires_at_millis: millis }),
    errors: ['USER_NOT_FOUND', 'USER_IS_RESTRICTED', 'REDIRECT_URL_NOT_WHITELISTED'],
  },
  'POST /auth/impersonation/sign-in': {
    summary: 'Sign in as a user with the code of a link',
    description:
      'The session lasts one hour and is marked as an impersonation: whatever needs a recent proof of identity is ' +
      'refused in it. It ends earlier if the owner who created the link signs out or loses access to the project.',
    access: everyone,
    trace: 'sign-in',
    ownerNeeds: 'none',
    headers: sessionKeyHeader,
    body: codeBody,
    response: tokensAndUser,
    errors: [...verificationCodeErrors, 'USER_IS_RESTRICTED'],
  },
})
