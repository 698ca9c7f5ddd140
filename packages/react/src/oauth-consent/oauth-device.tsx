'use client'

import { type DeviceRequest, hasCode, type OAuthApproval } from '@latchkey/sdk'
import { useState } from 'react'
import { useUserOf } from '../hooks/app-hooks.ts'
import { useApp } from '../hooks/use-app.ts'
import { useIsFramed } from '../hooks/use-is-framed.ts'
import type { CurrentUser } from '../hooks/user-types.ts'
import { formatDate, formatRelativeTime } from '../i18n/format-time.ts'
import { placeOf } from '../i18n/geo-place.ts'
import { useLang, useTranslate } from '../i18n/translation.tsx'
import { OverlayStyles } from '../styles/overlay-styles.tsx'
import { FormSkeleton } from '../ui/auth-skeleton.tsx'
import { SubmitButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { DeviceIcon, useDeviceName } from '../ui/device.tsx'
import { TextField } from '../ui/field.tsx'
import { Icon, warning } from '../ui/icon.tsx'
import { Screen } from '../ui/screen.tsx'
import { useForm } from '../ui/use-form.ts'
import { AccessRequest, OtherAccount } from './access-request.tsx'
import { Answered, ClosedRequest, FramedRequest } from './closed-request.tsx'

/**
 * The props of `OAuthDevice`.
 * @example <OAuthDevice searchParams={searchParams} fullPage={false} />
 */
export interface OAuthDeviceProps {
  /** The query of the page. */
  searchParams: Readonly<Record<string, string | undefined>>
  /** Whether to render a full, centered page instead of a part of one. */
  fullPage?: boolean | undefined
}

/**
 * The page on which users enter the code that a device shows, and allow it to use their account.
 * @example <OAuthDevice searchParams={searchParams} fullPage />
 */
export function OAuthDevice({ searchParams, fullPage = true }: OAuthDeviceProps) {
  const isFramed = useIsFramed()
  const t = useTranslate()
  return (
    <Screen fullPage={fullPage} fallback={<FormSkeleton fields={1} isPage={fullPage} title={t('Connect a device')} />}>
      <OverlayStyles />
      {isFramed ? (
        <FramedRequest isPage={fullPage} />
      ) : (
        <SignedIn prefilled={searchParams.user_code ?? ''} isPage={fullPage} />
      )}
    </Screen>
  )
}

interface Found {
  code: string
  request: DeviceRequest
}

type Outcome = { isAllowed: boolean } | { closedBy: unknown }

interface ConnectionProps {
  prefilled: string
  isPage: boolean
}

/** Somebody else, who may have signed in in another tab, begins again: they have other teams and permissions. */
function SignedIn(props: ConnectionProps) {
  const user = useUserOf(useApp(), { or: 'redirect' }) as CurrentUser
  return <Connection key={user.id} {...props} user={user} />
}

function Connection({ prefilled, isPage, user }: ConnectionProps & { user: CurrentUser }) {
  const app = useApp()
  const t = useTranslate()
  const [found, setFound] = useState<Found>()
  const [outcome, setOutcome] = useState<Outcome>()

  if (outcome && 'closedBy' in outcome) return <ClosedRequest error={outcome.closedBy} isPage={isPage} />
  if (outcome) return <Answered isAllowed={outcome.isAllowed} isPage={isPage} />
  if (!found) return <CodeQuestion prefilled={prefilled} isPage={isPage} onFound={setFound} />

  const answer = async (isApproved: boolean, approval: OAuthApproval = {}) => {
    const result = await app.answerDeviceRequest(found.code, { ...approval, user, isApproved })
    if (result.status === 'ok') setOutcome({ isAllowed: isApproved })
    else if (hasCode(result.error, 'OAUTH_REQUEST_NOT_FOUND')) setOutcome({ closedBy: result.error })
    else throw result.error
  }
  const { client, isOtherAccountNeeded } = found.request
  if (isOtherAccountNeeded) {
    return <OtherAccount app={client.displayName} user={user} isPage={isPage} onCancel={() => answer(false)} />
  }
  return (
    <AccessRequest
      title={t('Connect {app}?', { app: client.displayName })}
      about={<AboutDevice {...found.request.device} />}
      request={found.request}
      user={user}
      isPage={isPage}
      onAllow={(approval) => answer(true, approval)}
      onCancel={() => answer(false)}
    />
  )
}

/** A link may bring the code along, but only a person submits it. */
function CodeQuestion(props: { prefilled: string; isPage: boolean; onFound: (found: Found) => void }) {
  const app = useApp()
  const t = useTranslate()
  const { form, errors, isBusy } = useForm({
    fields: ['code'],
    check: ({ code }) => ({ code: code.trim() ? undefined : t('Enter the code.') }),
    submit: async ({ code }) => {
      const result = await app.findDeviceRequest(code.trim().slice(0, 50))
      if (result.status === 'ok') props.onFound({ code: code.trim(), request: result.data })
      return { code: result.status === 'ok' ? undefined : t('This code is wrong or has expired. Check your device.') }
    },
  })
  return (
    <Card title={t('Connect a device')} lead={t('Enter the code that your device shows.')} isPage={props.isPage}>
      <form {...form}>
        <TextField
          name="code"
          label={t('Code')}
          autoComplete="off"
          defaultValue={props.prefilled.slice(0, 50)}
          error={errors.code}
          formError={errors.form}
          autoFocus
        />
        <SubmitButton wide isBusy={isBusy}>
          {t('Continue')}
        </SubmitButton>
      </form>
    </Card>
  )
}

function AboutDevice({ requestedAt, geoInfo, userAgent }: DeviceRequest['device']) {
  const t = useTranslate()
  const lang = useLang()
  const name = useDeviceName(userAgent ?? undefined)
  const place = placeOf(geoInfo, lang) ?? geoInfo?.ip
  const time = formatRelativeTime(requestedAt, lang)
  return (
    <>
      <div className="lk-account">
        <DeviceIcon userAgent={userAgent ?? undefined} />
        <span className="lk-identity">
          <span className="lk-identity-name">{name}</span>
          <time
            className="lk-identity-email"
            dateTime={requestedAt.toISOString()}
            title={formatDate(requestedAt, lang, true)}
          >
            {[place, time].filter(Boolean).join(' · ')}
          </time>
        </span>
      </div>
      <p className="lk-warning">
        <Icon path={warning} />
        <span>
          <strong className="lk-strong">{t('Continue only if you just started this yourself.')}</strong>{' '}
          {t('If someone sent you this code or link, cancel. They would get access to your account.')}
        </span>
      </p>
    </>
  )
}
