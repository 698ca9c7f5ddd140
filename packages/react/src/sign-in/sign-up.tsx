'use client'

import { AuthPage, type AuthPageProps } from './auth-page.tsx'

/**
 * The props of `SignUp`.
 * @example const Page = (props: SignUpProps) => <SignUp {...props} />
 */
export type SignUpProps = Omit<AuthPageProps, 'type' | 'mockProject'>

/**
 * Sign-up with every method that the project allows.
 * @example <SignUp fullPage />
 */
export function SignUp(props: SignUpProps) {
  return <AuthPage {...props} type="sign-up" />
}
