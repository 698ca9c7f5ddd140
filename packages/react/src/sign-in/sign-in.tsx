'use client'

import { AuthPage, type AuthPageProps } from './auth-page.tsx'

export type SignInProps = Omit<AuthPageProps, 'type' | 'noPasswordRepeat'>

export function SignIn(props: SignInProps) {
  return <AuthPage {...props} type="sign-in" />
}
