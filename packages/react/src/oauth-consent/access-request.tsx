import type { OAuthApproval, OAuthRequest } from '@latchkey/sdk'
import { type ReactNode, useId, useState } from 'react'
import { useApp } from '../hooks/use-app.ts'
import type { CurrentUser } from '../hooks/user-types.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Icon, warning } from '../ui/icon.tsx'
import { MessageContent } from '../ui/message-card.tsx'
import { Identity } from '../user-button/identity.tsx'
import { ScopeList } from './scope-list.tsx'

interface AccessRequestProps {
  title: string
  /** Who asks, and where from, in addition to what the request says. */
  about?: ReactNode
  request: OAuthRequest
  user: CurrentUser
  isPage: boolean
  onAllow: (approval: OAuthApproval) => Promise<void>
  onCancel: () => Promise<void>
}

/** Shows who asks for what, and asks whether they may have it. */
export function AccessRequest({ title, about, request, user, isPage, onAllow, onCancel }: AccessRequestProps) {
  const t = useTranslate()
  const { client, resources, teams } = request
  const [refused, setRefused] = useState<ReadonlySet<string>>(new Set())
  const [teamId, setTeamId] = useState(() => findTeam(request, user))
  const allow = () => {
    const given = request.scopes.filter(({ id, isAvailable }) => isAvailable && !refused.has(id))
    return onAllow({ scopes: given.map(({ id }) => id), ...(teams && { teamId: teamId ?? null }) })
  }
  return (
    <Card title={title} isPage={isPage}>
      <Account user={user} />
      {about}
      {!client.isVerified && <Unverified host={client.host} />}
      <ScopeList request={request} refused={refused} onRefused={setRefused} />
      {resources.length > 0 && (
        <p className="lk-asked-note">
          {t('It uses {resources} on your behalf.', {
            resources: resources.map(({ displayName }) => displayName).join(', '),
          })}
        </p>
      )}
      {teams && teams.length > 0 && <TeamChoice teams={teams} teamId={teamId} onTeam={setTeamId} />}
      <p className="lk-asked-note">
        {client.redirectHost && t("You'll return to {host}.", { host: client.redirectHost })}{' '}
        {t('You can end this access at any time in your account settings.')}{' '}
        {request.isFreshSignInNeeded && t("You'll be asked to confirm it's you.")}
      </p>
      <div className="lk-actions">
        <Button onClick={onCancel}>{t('Cancel')}</Button>
        <Button kind="primary" onClick={allow}>
          {t('Allow')}
        </Button>
      </div>
    </Card>
  )
}

/** For an app that has said whom it expects, such as the user who was signed in there before. */
export function OtherAccount(props: {
  app: string
  user: CurrentUser
  isPage: boolean
  onCancel: () => Promise<void>
}) {
  const t = useTranslate()
  const change = useAccountChange()
  const { id, displayName, primaryEmail } = props.user
  return (
    <MessageContent
      title={t('Use another account')}
      isPage={props.isPage}
      primaryButtonText={t('Use another account')}
      primaryAction={change}
      secondaryButtonText={t('Cancel')}
      secondaryAction={props.onCancel}
    >
      {t("You're signed in as {name}.", { name: primaryEmail ?? displayName ?? id })}{' '}
      {t('{app} expects a different account.', { app: props.app })}
    </MessageContent>
  )
}

/** Signs out and in again, and returns to the request. */
function useAccountChange() {
  const app = useApp()
  return () => app.signOut({ redirectUrl: signInUrlBackHere(app.urls.signIn) })
}

function Account({ user }: { user: CurrentUser }) {
  const t = useTranslate()
  const { primaryEmail } = user
  const change = useAccountChange()
  return (
    <>
      <div className="lk-account">
        <Avatar user={user} />
        <Identity user={{ displayName: user.displayName || (primaryEmail ? null : user.id), primaryEmail }} />
      </div>
      <p className="lk-asked-account">
        <LinkButton onClick={change}>{t('Use another account')}</LinkButton>
      </p>
    </>
  )
}

/** The sign-in page, which returns to this one. */
export function signInUrlBackHere(signIn: string): string {
  const { pathname, search } = globalThis.location
  const query = new URLSearchParams({ after_auth_return_to: pathname + search })
  return `${signIn}${signIn.includes('?') ? '&' : '?'}${query}`
}

function Unverified({ host }: { host: string | null }) {
  const t = useTranslate()
  return (
    <p className="lk-warning">
      <Icon path={warning} />
      <span>
        <strong className="lk-strong">{t('This app is not verified.')}</strong>{' '}
        {host
          ? t('The app introduces itself at {host}. Nobody has checked who is behind it.', { host })
          : t('The app has registered itself. Nobody has checked who is behind it.')}{' '}
        {t('Continue only if you trust it.')}
      </span>
    </p>
  )
}

function TeamChoice(props: {
  teams: NonNullable<OAuthRequest['teams']>
  teamId: string | undefined
  onTeam: (teamId: string) => void
}) {
  const t = useTranslate()
  const id = useId()
  return (
    <div className="lk-asked-team">
      <label className="lk-label" htmlFor={id}>
        {t('Team')}
      </label>
      <select
        className="lk-input"
        id={id}
        value={props.teamId}
        aria-describedby={`${id}-note`}
        onChange={(event) => props.onTeam(event.target.value)}
      >
        {props.teams.map(({ id, displayName }) => (
          <option key={id} value={id}>
            {displayName}
          </option>
        ))}
      </select>
      <span className="lk-note" id={`${id}-note`}>
        {t('The app gets access to this team only.')}
      </span>
    </div>
  )
}

/** The selected team of the user, if it is one of those to choose from. */
function findTeam({ teams }: OAuthRequest, { selectedTeam }: CurrentUser): string | undefined {
  return (teams?.find(({ id }) => id === selectedTeam?.id) ?? teams?.[0])?.id
}
