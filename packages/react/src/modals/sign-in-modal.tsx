import { appInternalsSymbol } from '@latchkey/sdk'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { AppContext, useApp } from '../hooks/use-app.ts'
import { useLatest } from '../hooks/use-cached.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { titleOf } from '../sign-in/auth-card.tsx'
import { type AuthPageProps, AuthScreen } from '../sign-in/auth-page.tsx'
import { LinkContext } from '../ui/app-link.tsx'
import { FormSkeleton } from '../ui/auth-skeleton.tsx'
import { Card } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureProvider, useReportFailure } from '../ui/failures.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { Page } from '../ui/scope.tsx'
import { type ModalScreen, SeparateSignIn } from './separate-sign-in.ts'

/**
 * The props of `SignInModal`.
 * @example
 * <SignInModal
 *   type="sign-up"
 *   onClose={() => navigate('/')}
 *   firstTab="password"
 *   noPasswordRepeat
 *   extraInfo="You agree to our terms."
 * />
 */
export interface SignInModalProps extends Pick<AuthPageProps, 'extraInfo' | 'firstTab' | 'noPasswordRepeat'> {
  /** Whether to start with sign-in or sign-up. Defaults to sign-in. */
  type?: AuthPageProps['type'] | undefined
  /**
   * Called when the user is signed in or closes the modal. Remove it then.
   * @example <SignInModal onClose={() => navigate('/')} />
   */
  onClose: () => void
}

export function SignInDialog(props: SignInModalProps & { isAddition?: boolean }) {
  const { type = 'sign-in', isAddition = false, onClose } = props
  const t = useTranslate()
  const user = useLatest(useApp()[appInternalsSymbol].currentUser)
  const isSignedIn = !!user && !user.isAnonymous
  const isOver = isSignedIn && !isAddition
  useEffect(() => {
    // Possibly in another tab.
    if (isOver) onClose()
  })
  return (
    <Dialog title={titleOf(type, t)} screen="sign-in" onCancel={onClose}>
      <FailureProvider>
        <SignInScreens {...props} type={type} isAddition={isAddition} keepsUser={!!user?.isAnonymous} />
      </FailureProvider>
    </Dialog>
  )
}

// Not from `lazy-screens.tsx`, which `index.ts` exports: esbuild would then put it into the first bundle.
const loadFollowUpScreens = () => import('../screens/follow-up-screens.ts')
const ForgotPassword = lazyPart(loadFollowUpScreens, (screens) => screens.ForgotPassword)
const MFA = lazyPart(loadFollowUpScreens, (screens) => screens.MFA)

interface ScreensProps extends SignInModalProps {
  type: AuthPageProps['type']
  isAddition: boolean
  keepsUser: boolean
}

function SignInScreens({ type, isAddition, keepsUser, onClose, ...props }: ScreensProps) {
  const app = useApp()
  const t = useTranslate()
  const reportFailure = useReportFailure()
  const [screen, setScreen] = useState<ModalScreen>()
  const [signIn] = useState(() => new SeparateSignIn(app, { isAddition, keepsUser }))
  useEffect(() => {
    signIn.onScreen = setScreen
    signIn.onDone = onClose
    signIn.onFailure = reportFailure
  })
  // The form is only shown once the dialog is open, because it takes the focus.
  useEffect(() => {
    signIn.prepare().then(() => setScreen((shown) => shown ?? type), reportFailure)
  }, [signIn, type, reportFailure])

  const screens: Record<ModalScreen, () => ReactNode> = {
    'sign-in': () => <AuthScreen key="sign-in" {...props} type="sign-in" />,
    'sign-up': () => <AuthScreen key="sign-up" {...props} type="sign-up" />,
    'forgot-password': () => <ForgotPassword />,
    mfa: () => (
      <Page>
        <Card title={t('One more step')}>
          <MFA onCancel={() => setScreen('sign-in')} />
        </Card>
      </Page>
    ),
  }
  const waiting = (
    <Page>
      <FormSkeleton fields={1} title={titleOf(type, t)} />
    </Page>
  )
  if (!screen) return waiting
  return (
    <AppContext.Provider value={signIn.app}>
      {/* Links lead to other screens of this modal, so the framework must not follow them. */}
      <LinkContext.Provider value={undefined}>
        <Suspense fallback={waiting}>{screens[screen]()}</Suspense>
      </LinkContext.Provider>
    </AppContext.Provider>
  )
}
