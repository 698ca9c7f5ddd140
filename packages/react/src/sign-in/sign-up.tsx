'use client'

import { AuthPage, type AuthPageProps } from './auth-page.tsx'

export type SignUpProps = Omit<AuthPageProps, 'type' | 'mockProject'>

export function SignUp(props: SignUpProps) {
  return <AuthPage {...props} type="sign-up" />
}
