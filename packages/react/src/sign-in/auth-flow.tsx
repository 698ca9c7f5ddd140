import { createContext, useContext } from 'react'

export interface SentEmail {
  email: string
  /** The part of the code that the user does not type, so that the typed part alone is useless. */
  nonce: string
  /** Whether the email may also go to an account that never verified it. */
  claimUnverified: boolean
}

/** The sent email, and the components of the code step. */
export interface CodeStepState extends Pick<typeof import('./code-step.tsx'), 'CodeCard' | 'CodeStepInPlace'> {
  sentEmail: SentEmail
}

interface AuthFlow {
  /** Runs a sign-in. The page stays frozen until then, because the sign-in itself redirects. */
  track<T>(signIn: () => Promise<T>): Promise<T | undefined>
  /** Whether the form is the purpose of the page and may take the initial focus. */
  isFirst: boolean
  /** Whether the email was entered in the step before and cannot be edited here. */
  hasEmail?: boolean | undefined
  /** Whether the form says that it was used last. */
  hasMark?: boolean | undefined
  /** Whether the email field suggests passkeys. */
  hasPasskeyField?: boolean | undefined
  /** Shows the code step on the whole page, if the form is part of a page of ours. */
  showCodeStep?: ((step: CodeStepState) => void) | undefined
  /** Whether the page is a preview. */
  isPreview?: boolean | undefined
}

/** A form alone in a page of the app: there is nothing to freeze, and the form must not take the focus. */
const standalone: AuthFlow = { track: (signIn) => signIn(), isFirst: false }

export const AuthFlowContext = createContext<AuthFlow>(standalone)

export function useAuthFlow(): AuthFlow {
  return useContext(AuthFlowContext)
}
