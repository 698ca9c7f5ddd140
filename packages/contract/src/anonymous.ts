import { tokensAndUser } from './fields.ts'
import { defineRoutes, everyone } from './route.ts'

export const anonymousRoutes = defineRoutes({
  'POST /auth/anonymous/sign-up': {
    summary: 'Create an anonymous user',
    description:
      'Works while sign-up is off, except in the project `internal`. The user keeps id and data when they sign up later.',
    access: everyone,
    handlerLimits: ['signUpByAddress', 'signUpByProject'],
    response: tokensAndUser,
    errors: ['SIGN_UP_NOT_ENABLED'],
  },
})
