import { appInternalsSymbol, type CompanyConnection, type RequiredConnection } from '@latchkey/sdk'
import { useState } from 'react'
import { Row } from '../account-settings/row.tsx'
import type { Team } from '../hooks/team-hooks.ts'
import { useApp } from '../hooks/use-app.ts'
import { useLatest } from '../hooks/use-cached.ts'
import { type TranslateConnections, useConnectionTranslate } from '../i18n/connections/translation.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Question, useConfirm, useFold } from '../ui/confirm.tsx'
import { isTested } from './connection-state.tsx'
import { isRefusal } from './refusals.ts'

interface RequiredRowProps {
  team: Team
  connections: readonly CompanyConnection[]
}

/** Whether members sign in only with a connection of the team, and what that means. */
export function RequiredRow({ team, connections }: RequiredRowProps) {
  const required = team.useRequiredConnection()
  if (required.isRequired) return <Required team={team} required={required} />
  return <NotRequired team={team} connections={connections} required={required} />
}

function Required({ team, required: { breakGlassMember: member } }: { team: Team; required: RequiredConnection }) {
  const t = useConnectionTranslate()
  const directory = team.useDirectory()
  const ending = useConfirm({
    label: t('Stop requiring it'),
    question: t('Stop requiring it? Members could then sign in with passwords, codes and other providers again.'),
    confirmLabel: t('Yes, stop requiring it'),
    onConfirm: () => team.updateRequiredConnection({ isRequired: false }),
  })
  const facts = [
    member && t('{name} can also sign in with a password and a second factor.', { name: nameOf(member, t) }),
    !directory &&
      t(
        'Without a directory, people who leave the company stay signed in, and their API keys work, until you remove them from the team.',
      ),
  ]
  return (
    <Row
      title={t('Only through the provider')}
      value={t('Members sign in only with an identity provider of the team.')}
      text={facts.filter(Boolean).join(' ')}
      action={ending.button}
    >
      {ending.question}
    </Row>
  )
}

function NotRequired({ team, connections, required }: RequiredRowProps & { required: RequiredConnection }) {
  const t = useConnectionTranslate()
  const requiring = useFold()
  const obstacle = findObstacle(required, connections, t)
  return (
    <Row
      title={t('Only through the provider')}
      value={t('Members choose how they sign in.')}
      text={obstacle}
      action={
        !obstacle && (
          <Button size="small" autoFocus={requiring.wasOpen} onClick={requiring.open}>
            {t('Require it')}
          </Button>
        )
      }
    >
      {requiring.isOpen && <Requiring team={team} onClose={requiring.close} />}
    </Row>
  )
}

/** What the server would refuse it for. */
function findObstacle(
  { unreadyMembers, unreadyCount }: RequiredConnection,
  connections: readonly CompanyConnection[],
  t: TranslateConnections,
): string | undefined {
  if (!connections.some((each) => each.isActive && (each.lastSignInAt || isTested(each)))) {
    return t('Before you can require it, turn on an identity provider and test the sign-in.')
  }
  if (unreadyCount === 0) return undefined
  const names = unreadyMembers.map((member) => nameOf(member, t)).join(', ')
  const count = unreadyCount - unreadyMembers.length
  return t(
    'Before you can require it, these members need a verified address at a verified domain, or must have signed in with the identity provider once: {names}',
    { names: count > 0 ? t('{names} and {count} more', { names, count }) : names },
  )
}

const nameOf = ({ displayName, primaryEmail }: RequiredConnection['unreadyMembers'][number], t: TranslateConnections) =>
  displayName || primaryEmail || t('Unnamed member')

function Requiring({ team, onClose }: { team: Team; onClose: () => void }) {
  const t = useConnectionTranslate()
  const user = useLatest(useApp()[appInternalsSymbol].currentUser)
  const [isKeyHolder, setIsKeyHolder] = useState(false)
  const [isRefused, setIsRefused] = useState(false)
  const canHoldKey = user?.hasPassword && (user.isMultiFactorRequired || user.isPasskeyMultiFactorEnabled)
  const require = async () => {
    try {
      await team.updateRequiredConnection({
        isRequired: true,
        ...(isKeyHolder && user && { breakGlassUserId: user.id }),
      })
      onClose()
    } catch (error) {
      if (!isRefusal(error)) throw error
      setIsRefused(true)
      // What else may have changed is then shown instead.
      await Promise.all([team.getRequiredConnection(), team.listConnections()])
    }
  }
  return (
    <>
      {canHoldKey && (
        <Checkbox isChecked={isKeyHolder} onChange={setIsKeyHolder}>
          <span>
            {t('I want to be able to sign in with my password and second factor as well, in case the provider fails.')}{' '}
            <span className="lk-section-text">
              {t('Everyone who manages identity providers gets an email about each such sign-in.')}
            </span>
          </span>
        </Checkbox>
      )}
      <Question
        question={t(
          'Require it? Passwords, codes, passkeys, other providers and existing API keys stop working for members, and everyone who signed in another way is signed out.',
        )}
        confirmLabel={t('Yes, require it')}
        onConfirm={require}
        onCancel={onClose}
      />
      {isRefused && (
        <p className="lk-status" data-kind="error" role="alert">
          {t("Sign in with the identity provider yourself first, so that you don't lock yourself out.")}
        </p>
      )}
    </>
  )
}
