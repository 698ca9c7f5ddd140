import {
  areCookiesBlocked,
  type ErrorCode,
  type ErrorDetailsOf,
  hasCode,
  isUnavailable,
  KnownError,
  NetworkError,
  StatusError,
} from '@latchkey/sdk'
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import type { SourceText } from '../i18n/source-texts.ts'
import { type Translate, useTranslate } from '../i18n/translation.tsx'
import { close, Icon } from './icon.tsx'
import { Scope } from './scope.tsx'

type ReportFailure = (error: unknown, isForSupport?: boolean) => void

const FailureContext = createContext<ReportFailure>(() => {})

/** For failures that belong to no field, such as a failed sign-out in a menu. */
export function useReportFailure(): ReportFailure {
  return useContext(FailureContext)
}

export function FailureProvider({ children }: { children: ReactNode }) {
  const [failure, setFailure] = useState<Failure>()
  const report = useCallback<ReportFailure>((error, isForSupport) => {
    console.error(error)
    setFailure({ error, isForSupport })
  }, [])
  return (
    <FailureContext.Provider value={report}>
      {children}
      {failure && <FailureAlert {...failure} onClose={() => setFailure(undefined)} />}
    </FailureContext.Provider>
  )
}

interface Failure {
  error: unknown
  isForSupport: boolean | undefined
}

function FailureAlert({ error, isForSupport, onClose }: Failure & { onClose: () => void }) {
  const t = useTranslate()
  return (
    <Scope>
      <div className="lk-alert" role="alert">
        <div className="lk-alert-text">{describeRefusal(error, t, isForSupport)}</div>
        <button className="lk-icon-button" type="button" aria-label={t('Close')} onClick={onClose}>
          <Icon path={close} />
        </button>
      </div>
    </Scope>
  )
}

/** Explains failures that users can act on. The text for others reveals nothing internal. */
export function describeFailure(error: unknown, t: Translate): string {
  if (hasCode(error, 'USER_IS_RESTRICTED')) return describeRestriction(error.details, t)
  if (hasCode(error, 'CONNECTION_REQUIRED')) {
    return t('Members of {team} sign in only with their company. Enter your work email.', {
      team: error.details.team_display_name,
    })
  }
  if (KnownError.isKnownError(error)) {
    const text = t(textOfError(error.errorCode))
    // A configuration error that developers see first: the server's message names the domain to add.
    return error.errorCode === 'REDIRECT_URL_NOT_WHITELISTED' ? `${text} ${error.message}` : text
  }
  if (error instanceof StatusError && error.statusCode === 429) return t('Too many attempts. Please try again later.')
  if (error instanceof NetworkError && error.mayHaveHappened) {
    return t('The connection was lost. Check whether this worked before you try again.')
  }
  if (globalThis.navigator?.onLine === false) return t("You're offline. Check your connection and try again.")
  if (isUnavailable(error)) return t("The service can't be reached right now. Please try again.")
  return t(areCookiesBlocked() ? cookiesNeeded : unknownFailure)
}

/** With a reference for support, for places that have no room for more than a text. */
export function describeRefusal(
  error: unknown,
  t: Translate,
  isForSupport = hasCode(error, 'USER_IS_RESTRICTED') || hasCode(error, 'REDIRECT_URL_NOT_WHITELISTED'),
): string {
  const text = describeFailure(error, t)
  const reference = isForSupport && referenceOf(error)
  return reference ? `${text} ${t('Reference: {reference}', { reference })}` : text
}

/** The first twelve digits of the ID of the refused request, which the dashboard finds the failure by. */
export function referenceOf(error: unknown): string | undefined {
  return (error as { requestId?: string | null } | undefined)?.requestId?.replace(/(.{4})(.{9}).*/, '$1-$2')
}

/** With the message of the project's owners, if there is one. */
export function describeRestriction({ message }: ErrorDetailsOf<'USER_IS_RESTRICTED'>, t: Translate): string {
  return `${t('This account is restricted.')} ${message ?? t('Contact support.')}`
}

/** Not the server's messages, which are in English and for developers. */
export function textOfError(code: string): SourceText {
  return (Object.hasOwn(texts, code) && texts[code as ErrorCode]) || unknownFailure
}

export const cookiesNeeded =
  "Signing in needs cookies. Allow them for this site in your browser's settings, then try again."
const unknownFailure = "That didn't work. Please try again."
const sessionEnded = 'Your session has expired. Sign in again.'
const codeEnded = 'This code no longer works. Request a new one.'
const tookTooLong = 'This sign-in has expired, or it was started in another browser.'

const texts: Readonly<Partial<Record<ErrorCode, SourceText>>> = {
  EMAIL_PASSWORD_MISMATCH: 'Wrong email or password.',
  USER_EMAIL_ALREADY_EXISTS: 'This email is already in use.',
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE: 'This email is already in use.',
  PASSWORD_REQUIREMENTS_NOT_MET: 'This password is too easy to guess. Choose another one.',
  PASSWORD_CONFIRMATION_MISMATCH: "This isn't your current password.",
  SESSION_KEY_REQUIRED: "This browser can't store your sign-in securely. Try another browser.",
  SIGN_UP_NOT_ENABLED: "This app doesn't accept new accounts.",
  PASSWORD_AUTHENTICATION_NOT_ENABLED: 'Password sign-in is turned off for this app.',
  PASSKEY_AUTHENTICATION_NOT_ENABLED: 'Passkey sign-in is turned off for this app.',
  PASSKEY_REGISTRATION_FAILED: "This device can't add a passkey.",
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: 'This provider is turned off for this app.',
  REDIRECT_URL_NOT_WHITELISTED: "This address isn't set up for sign-in.",
  STEP_UP_REQUIRED: "Nothing was changed because you didn't confirm it's you.",
  REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED: sessionEnded,
  USER_AUTHENTICATION_REQUIRED: sessionEnded,
  CANNOT_GET_OWN_USER_WITHOUT_USER: sessionEnded,
  VERIFICATION_CODE_NOT_FOUND: codeEnded,
  VERIFICATION_CODE_EXPIRED: codeEnded,
  VERIFICATION_CODE_ALREADY_USED: codeEnded,
  VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: codeEnded,
  INVALID_TOTP_CODE: 'Wrong code. Enter the one your app shows now.',
  OUTER_OAUTH_TIMEOUT: tookTooLong,
  INVALID_AUTHORIZATION_CODE: tookTooLong,
  TEAM_PERMISSION_REQUIRED: "You don't have permission to do this.",
  TEAM_MEMBERSHIP_NOT_FOUND: "You're no longer a member of this team.",
  TEAM_NOT_FOUND: "You're no longer a member of this team.",
}
