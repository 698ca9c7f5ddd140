'use client'

import { AuthPage, type AuthPageProps } from './auth-page.tsx'

/**
 * The props of `SignIn`.
 * @example const Page = (props: SignInProps) => <SignIn {...props} />
 */
export type SignInProps = Omit<AuthPageProps, 'type' | 'noPasswordRepeat'>

/**
 * Sign-in with every method that the project allows.
 * @example <SignIn fullPage />
 */
export function SignIn(props: SignInProps) {
  return <AuthPage {...props} type="sign-in" />
}
