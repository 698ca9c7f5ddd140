'use client'

import { Suspense } from 'react'
import { lazyPart } from '../ui/lazy-part.ts'
import { Scope } from '../ui/scope.tsx'
import { type AuthPageProps, AuthScreen } from './auth-page.tsx'
import { MagicLinkForm } from './magic-link-sign-in.tsx'
import { type OAuthButtonProps, ProviderButton } from './oauth-button.tsx'
import { CredentialSignInForm } from './password-sign-in.tsx'
import type { CredentialSignUpProps } from './password-sign-up.tsx'

// For apps only. Separate from the files of their parts, which the handler loads lazily: esbuild would otherwise put
// those into the first bundle.

/**
 * Sign-in or sign-up, with every method that the project allows.
 * @example <AuthPage type="sign-in" fullPage />
 */
export function AuthPage(props: AuthPageProps) {
  return <AuthScreen {...props} />
}

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
  return <AuthScreen {...props} type="sign-in" />
}

/**
 * The props of `SignUp`.
 * @example const Page = (props: SignUpProps) => <SignUp {...props} />
 */
export type SignUpProps = Omit<AuthPageProps, 'type' | 'mockProject' | 'mockEmail'>

/**
 * Sign-up with every method that the project allows.
 * @example <SignUp fullPage />
 */
export function SignUp(props: SignUpProps) {
  return <AuthScreen {...props} type="sign-up" />
}

/**
 * Only the form. It does not check what the project allows; the server's error is shown instead.
 * @example <CredentialSignIn />
 */
export function CredentialSignIn() {
  return (
    <Scope>
      <CredentialSignInForm />
    </Scope>
  )
}

const SignUpForm = lazyPart(
  () => import('../screens/follow-up-screens.ts'),
  (screens) => screens.CredentialSignUpForm,
)

/**
 * Only the form. It does not check what the project allows; the server's error is shown instead.
 * @example <CredentialSignUp />
 */
export function CredentialSignUp(props: CredentialSignUpProps) {
  return (
    <Scope>
      <Suspense>
        <SignUpForm {...props} />
      </Suspense>
    </Scope>
  )
}

/**
 * Only the form. It does not check what the project allows; the server's error is shown instead.
 * @example <MagicLinkSignIn />
 */
export function MagicLinkSignIn() {
  return (
    <Scope>
      <MagicLinkForm />
    </Scope>
  )
}

/**
 * A button for one provider. It does not check what the project allows; the server's error is shown instead.
 * @example <OAuthButton provider="github" type="sign-in" />
 */
export function OAuthButton(props: OAuthButtonProps) {
  return (
    <Scope>
      <ProviderButton {...props} />
    </Scope>
  )
}
