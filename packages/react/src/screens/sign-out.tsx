'use client'

import { appInternalsSymbol } from '@latchkey/sdk'
import { useEffect, useRef, useState } from 'react'
import { useApp } from '../hooks/use-app.ts'
import { useLatest } from '../hooks/use-cached.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { describeFailure } from '../ui/failures.tsx'
import { MessageContent } from '../ui/message-card.tsx'
import { PredefinedMessage } from '../ui/predefined-message-card.tsx'
import { Screen } from '../ui/screen.tsx'
import { Spinner } from '../ui/spinner.tsx'

/**
 * The props of `SignOut`.
 * @example <SignOut fullPage />
 */
export interface SignOutProps {
  /** Whether to render a full, centered page instead of a part of one. */
  fullPage?: boolean | undefined
}

/**
 * Signs out.
 * @example <SignOut fullPage />
 */
export function SignOut({ fullPage }: SignOutProps) {
  return (
    <Screen fullPage={fullPage} fallback={<SigningOut />}>
      <SignOutContent fullPage={fullPage} />
    </Screen>
  )
}

function SignOutContent({ fullPage }: SignOutProps) {
  const app = useApp()
  const t = useTranslate()
  const current = useLatest(app[appInternalsSymbol].currentUser)
  // Anonymous users are not signed in, and could not get their data back.
  const user = current?.isAnonymous ? null : current
  const hasStarted = useRef(false)
  const [isBusy, setIsBusy] = useState(!!user)
  const [failure, setFailure] = useState<{ error: unknown }>()

  const signOut = async () => {
    setIsBusy(true)
    try {
      await app.signOut()
    } catch (error) {
      console.error(error)
      setFailure({ error })
    } finally {
      setIsBusy(false)
    }
  }

  useEffect(() => {
    // Once per visit, even if React runs effects twice.
    if (!user || hasStarted.current) return
    hasStarted.current = true
    void signOut()
  })

  if (isBusy) return <SigningOut />
  if (user && failure) {
    return (
      <MessageContent
        tone="failure"
        title={t('Something went wrong')}
        isPage={fullPage}
        primaryButtonText={t('Try again')}
        primaryAction={signOut}
      >
        {describeFailure(failure.error, t)}
      </MessageContent>
    )
  }
  return <PredefinedMessage type="signedOut" isPage={fullPage} />
}

function SigningOut() {
  const t = useTranslate()
  return (
    <div className="lk-waiting" role="status">
      <Spinner />
      {t('Signing out…')}
    </div>
  )
}
