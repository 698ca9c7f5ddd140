import type { OAuthRequest, OAuthRequestScope } from '@latchkey/sdk'
import { describeScope, isRequired } from '../i18n/scope-texts.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { check, close, Icon } from '../ui/icon.tsx'

interface ScopeListProps {
  request: OAuthRequest
  /** The scopes that the user does not want to give. */
  refused: ReadonlySet<string>
  onRefused: (refused: ReadonlySet<string>) => void
}

/** What the app asks for. Everything that a sign-in does not need can be unticked. */
export function ScopeList({ request: { client, scopes }, refused, onRefused }: ScopeListProps) {
  const t = useTranslate()
  const hasOld = scopes.some(({ isNew, isAvailable }) => isAvailable && !isNew)
  const toggle = (id: string, isGiven: boolean) => {
    const next = new Set(refused)
    if (isGiven) next.delete(id)
    else next.add(id)
    onRefused(next)
  }
  return (
    <fieldset className="lk-asked">
      <legend className="lk-label">{t('{app} will be able to:', { app: client.displayName })}</legend>
      <ul className="lk-asked-list">
        {scopes.map((scope) => (
          <li key={scope.id} className="lk-asked-item" data-missing={!scope.isAvailable || undefined}>
            {scope.isAvailable && !isRequired(scope) ? (
              <Checkbox isChecked={!refused.has(scope.id)} onChange={(isGiven) => toggle(scope.id, isGiven)}>
                <ScopeText scope={scope} isMarked={hasOld && scope.isNew} />
              </Checkbox>
            ) : (
              <div className="lk-checkbox">
                <Icon path={scope.isAvailable ? check : close} />
                <ScopeText scope={scope} isMarked={hasOld && scope.isNew && scope.isAvailable} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

function ScopeText({ scope, isMarked }: { scope: OAuthRequestScope; isMarked: boolean }) {
  const t = useTranslate()
  const description = scope.isAvailable
    ? scope.description
    : t("You don't have permission for this, so the app won't either.")
  return (
    <span className="lk-asked-text">
      <span>
        <bdi>{describeScope(scope, t)}</bdi> {isMarked && <span className="lk-badge">{t('New')}</span>}
      </span>{' '}
      {description && <span className="lk-asked-description">{description}</span>}
    </span>
  )
}
