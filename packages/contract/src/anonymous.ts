import { tokensAndUser } from './fields.ts'
import { defineRoutes, everyone } from './route.ts'
import { sessionKeyHeader } from './sessions.ts'

export const anonymousRoutes = defineRoutes('none', {
  'POST /auth/anonymous/sign-up': {
    summary: 'Create an anonymous user',
    description:
      'Works even if sign-up is disabled, except in the project `internal`. Users keep their ID and data if they ' +
      'sign up later.',
    access: everyone,
    trace: 'sign-up',
    limits: ['signUpByAddress', 'signUpByProject'],
    headers: sessionKeyHeader,
    response: tokensAndUser,
    errors: ['SIGN_UP_NOT_ENABLED', 'SESSION_KEY_REQUIRED'],
  },
})
