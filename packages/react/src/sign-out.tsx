import { appInternalsSymbol } from '@latchkey/sdk'
import { useEffect, useRef, useState } from 'react'
import { useReportFailure } from './failures.tsx'
import { useTranslate } from './i18n/translation.tsx'
import { MessageContent } from './message-card.tsx'
import { PredefinedMessage } from './predefined-message-card.tsx'
import { useApp } from './provider.tsx'
import { Screen } from './ui/screen.tsx'
import { Spinner } from './ui/spinner.tsx'
import { useLatest } from './use-cached.ts'

export interface SignOutProps {
  fullPage?: boolean | undefined
}

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
  const reportFailure = useReportFailure()
  const user = useLatest(app[appInternalsSymbol].currentUser)
  const hasStarted = useRef(false)
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>(user ? 'busy' : 'idle')

  const signOut = async () => {
    setState('busy')
    try {
      await app.signOut()
      setState('idle')
    } catch (error) {
      setState('failed')
      reportFailure(error)
    }
  }

  useEffect(() => {
    // Once per visit, also where React runs effects twice.
    if (!user || hasStarted.current) return
    hasStarted.current = true
    void signOut()
  })

  if (state === 'busy') return <SigningOut />
  if (user && state === 'failed') {
    return (
      <MessageContent
        title={t('Something went wrong')}
        isPage={fullPage}
        primaryButtonText={t('Try again')}
        primaryAction={signOut}
      >
        {t('Please try again in a moment.')}
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
