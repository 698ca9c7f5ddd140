import type { ClientApp, MfaMethod } from '@latchkey/sdk'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslate } from '../i18n/translation.tsx'
import { Button } from '../ui/button.tsx'

/** The ways to complete the sign-in, if a passkey is one of them. */
export function usePasskeyMethods(app: ClientApp, attempt: string | null): MfaMethod[] | null {
  const [methods, setMethods] = useState<MfaMethod[] | null>(null)
  useEffect(() => {
    if (!attempt) return
    // A failure, such as an attempt that has expired, shows when the user continues.
    app.getMfaPasskeyMethods(attempt).then(setMethods, () => {})
  }, [app, attempt])
  return methods
}

interface PasskeyFactorProps {
  /** Returns why it did not work. */
  onUse: () => Promise<string | undefined>
  children: ReactNode
}

export function PasskeyFactor({ onUse, children }: PasskeyFactorProps) {
  const t = useTranslate()
  const [problem, setProblem] = useState<string>()
  const use = async () => {
    setProblem(undefined)
    setProblem(await onUse())
  }
  return (
    <>
      <Button kind="primary" wide autoFocus onClick={use}>
        {t('Use a passkey')}
      </Button>
      <p className="lk-note" data-kind="error" role="alert">
        {problem}
      </p>
      {children}
    </>
  )
}
