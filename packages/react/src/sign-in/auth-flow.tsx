import { createContext, useContext } from 'react'

export interface SentEmail {
  email: string
  /** The part of the code that the person does not type, so that the typed one alone is worth nothing. */
  nonce: string
  /** Whether it also goes to an account that somebody made with this email and never verified. */
  claimUnverified: boolean
}

/** The email that was sent, and the components for what follows. */
export interface CodeStepState extends Pick<typeof import('./code-step.tsx'), 'CodeCard' | 'CodeStepInPlace'> {
  sentEmail: SentEmail
}

interface AuthFlow {
  /** Runs a sign-in. The page around holds still meanwhile, because the sign-in itself leads onward. */
  track<T>(signIn: () => Promise<T>): Promise<T | undefined>
  /** Whether the form is what the page is for, so that the focus may start in it. */
  isFirst: boolean
  /** Whether passkeys stand among the suggestions of the email field. */
  hasPasskeyField?: boolean | undefined
  /** Gives the whole page to the code that was sent, where there is one around the form. */
  showCodeStep?: ((step: CodeStepState) => void) | undefined
  /** Whether the page only shows what it would look like. */
  isPreview?: boolean | undefined
}

/** A form that stands alone in somebody's page: nothing to hold still, and the focus is not ours to take. */
const standalone: AuthFlow = { track: (signIn) => signIn(), isFirst: false }

export const AuthFlowContext = createContext<AuthFlow>(standalone)

export function useAuthFlow(): AuthFlow {
  return useContext(AuthFlowContext)
}
