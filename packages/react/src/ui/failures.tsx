import { KnownError, StatusError } from '@latchkey/sdk'
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { type Translate, useTranslate } from '../i18n/translation.tsx'
import { close, Icon } from './icon.tsx'
import { Scope } from './scope.tsx'

const FailureContext = createContext<(error: unknown) => void>(() => {})

/** For failures that belong to no field: a failed sign-out in a menu, say. */
export function useReportFailure(): (error: unknown) => void {
  return useContext(FailureContext)
}

export function FailureProvider({ children }: { children: ReactNode }) {
  const [failure, setFailure] = useState<{ error: unknown }>()
  const report = useCallback((error: unknown) => {
    console.error(error)
    setFailure({ error })
  }, [])
  return (
    <FailureContext.Provider value={report}>
      {children}
      {failure && <FailureAlert error={failure.error} onClose={() => setFailure(undefined)} />}
    </FailureContext.Provider>
  )
}

function FailureAlert({ error, onClose }: { error: unknown; onClose: () => void }) {
  const t = useTranslate()
  return (
    <Scope>
      <div className="lk-alert" role="alert">
        <p className="lk-alert-text">{describeFailure(error, t)}</p>
        <button className="lk-icon-button" type="button" aria-label={t('Close')} onClick={onClose}>
          <Icon path={close} />
        </button>
      </div>
    </Scope>
  )
}

/** Known errors are written for people; anything else would only show them our insides. */
export function describeFailure(error: unknown, t: Translate): string {
  if (KnownError.isKnownError(error)) return describeKnownError(error, t)
  if (error instanceof StatusError && error.statusCode === 429) return t('Too many attempts. Please try again later.')
  if (globalThis.navigator?.onLine === false) return t("You're offline. Check your connection and try again.")
  return t("That didn't work. Please try again.")
}

function describeKnownError({ errorCode, message }: KnownError, t: Translate): string {
  switch (errorCode) {
    case 'EMAIL_PASSWORD_MISMATCH':
      return t('Wrong email or password.')
    case 'USER_EMAIL_ALREADY_EXISTS':
      return t('An account already exists. Sign in instead.')
    case 'PASSWORD_REQUIREMENTS_NOT_MET':
      return t('This password is too easy to guess. Choose another one.')
    case 'SIGN_UP_NOT_ENABLED':
      return t("This app doesn't accept new accounts.")
    case 'PASSWORD_AUTHENTICATION_NOT_ENABLED':
      return t('Password sign-in is turned off for this app.')
    case 'STEP_UP_REQUIRED':
      return t("Nothing was changed because you didn't confirm it's you.")
    default:
      return message
  }
}
