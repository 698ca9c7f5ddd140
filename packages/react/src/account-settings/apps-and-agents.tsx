import type { OAuthGrant } from '@latchkey/sdk'
import { Fragment, useRef } from 'react'
import type { CurrentUser } from '../hooks/user-types.ts'
import { formatDate, formatRelativeTime } from '../i18n/format-time.ts'
import { placeOf } from '../i18n/geo-place.ts'
import { describeScope, inOrder } from '../i18n/scope-texts.ts'
import { useLang, useTranslate } from '../i18n/translation.tsx'
import { Confirm, useConfirm } from '../ui/confirm.tsx'
import { Icon } from '../ui/icon.tsx'
import { plug } from '../ui/more-icons.ts'
import type { SettingsPageProps } from './pages.ts'
import { Badge, Fact, Item } from './row.tsx'

/** Who has access to the account, for whom and what for, and how to end it. */
export function AppsAndAgentsPage({ user }: SettingsPageProps) {
  const t = useTranslate()
  const grants = user.useOAuthGrants()
  const text = useRef<HTMLParagraphElement>(null)
  const end = async (ending: Promise<void>) => {
    try {
      await ending
    } finally {
      // Somebody else may have ended some of it.
      await user.listOAuthGrants()
      text.current?.focus()
    }
  }
  return (
    <>
      <p className="lk-page-text" ref={text} tabIndex={-1}>
        {t('Apps and agents that can use your account. End the access of those that you no longer need.')}
      </p>
      {grants.length === 0 ? (
        <p className="lk-empty" role="status">
          {t('No app or agent has access to your account.')}
        </p>
      ) : (
        <ul className="lk-list">
          {grants.map((grant) => (
            <GrantItem key={grant.id} grant={grant} onEnd={() => end(endGrant(user, grant))} />
          ))}
        </ul>
      )}
      {grants.length > 1 && (
        <Confirm
          label={t('End all access')}
          question={t('End the access of all apps and agents?')}
          confirmLabel={t('Yes, end all access')}
          onConfirm={() => end(user.revokeOAuthGrants())}
        />
      )}
    </>
  )
}

/** It may have ended in another tab, which is what the user wants. */
async function endGrant(user: CurrentUser, grant: OAuthGrant): Promise<void> {
  try {
    await grant.revoke()
  } catch (error) {
    const isStillThere = (await user.listOAuthGrants()).some(({ id }) => id === grant.id)
    if (isStillThere) throw error
  }
}

function GrantItem({ grant, onEnd }: { grant: OAuthGrant; onEnd: () => Promise<void> }) {
  const t = useTranslate()
  const { client } = grant
  const { question, button } = useConfirm({
    label: t('End access'),
    name: `${t('End access')}: ${client.displayName}`,
    question: t('End the access of {app}? It will have to ask you again.', { app: client.displayName }),
    confirmLabel: t('Yes, end access'),
    onConfirm: onEnd,
  })
  return (
    <Item
      icon={<Icon path={plug} />}
      name={<bdi>{client.displayName}</bdi>}
      badges={!client.isVerified && <Badge kind="warning">{t('Unverified app')}</Badge>}
      text={<GrantFacts grant={grant} />}
      question={question}
      action={button}
    />
  )
}

function GrantFacts({ grant }: { grant: OAuthGrant }) {
  const t = useTranslate()
  const lang = useLang()
  const { client, team, scopes, createdAt, lastUsedAt, expiresAt, geoInfo } = grant
  const origin = [client.host, team && t('For the team {team}', { team: team.displayName })].filter(Boolean)
  const place = placeOf(geoInfo, lang) ?? geoInfo?.ip
  return (
    <>
      {origin.map((fact) => (
        <Fact key={fact}>{fact}</Fact>
      ))}
      {origin.length > 0 && <br />}
      {scopes.length > 0 && (
        <span className="lk-granted">
          {inOrder(scopes).map((scope, index) => (
            <Fragment key={scope.id}>
              {index > 0 && ' · '}
              <bdi title={scope.description ?? undefined}>{describeScope(scope, t)}</bdi>
            </Fragment>
          ))}
        </span>
      )}
      <Fact>
        {lastUsedAt ? (
          <time dateTime={lastUsedAt.toISOString()} title={formatDate(lastUsedAt, lang, true)}>
            {t('Last used {time}', { time: formatRelativeTime(lastUsedAt, lang) })}
          </time>
        ) : (
          t('Never used')
        )}
      </Fact>
      {lastUsedAt && place && <Fact>{place}</Fact>}
      <Fact>{t('Allowed {date}', { date: formatDate(createdAt, lang) })}</Fact>
      {expiresAt && <Fact>{t('Expires {date}', { date: formatDate(expiresAt, lang) })}</Fact>}
    </>
  )
}
