import { createContext, useContext } from 'react'

interface AuthFlow {
  /** Runs a sign-in. The page around holds still meanwhile, because the sign-in itself leads onward. */
  track<T>(signIn: () => Promise<T>): Promise<T | undefined>
  /** Whether the form is what the page is for, so that the focus may start in it. */
  isFirst: boolean
  /** Whether passkeys stand among the suggestions of the email field. */
  hasPasskeyField?: boolean | undefined
  /** Whether the page only shows what it would look like. */
  isPreview?: boolean | undefined
}

/** A form that stands alone in somebody's page: nothing to hold still, and the focus is not ours to take. */
const standalone: AuthFlow = { track: (signIn) => signIn(), isFirst: false }

export const AuthFlowContext = createContext<AuthFlow>(standalone)

export function useAuthFlow(): AuthFlow {
  return useContext(AuthFlowContext)
}
