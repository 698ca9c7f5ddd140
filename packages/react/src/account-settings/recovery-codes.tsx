import { Suspense, useState } from 'react'
import { useTranslate } from '../i18n/translation.tsx'
import { Button } from '../ui/button.tsx'
import { Question, useFold } from '../ui/confirm.tsx'
import { FailureBoundary } from '../ui/failure-boundary.tsx'
import type { AuthSectionProps } from './auth.tsx'
import { NewRecoveryCodes } from './new-recovery-codes.tsx'
import { Failure } from './page-frame.tsx'
import { Badge, Placeholder, Row } from './row.tsx'

type Props = Pick<AuthSectionProps, 'user' | 'project'>

/** Fewer are worth a warning. */
const fewCodes = 2

/** Loads the number of codes by itself, so that nothing else on the page waits for it. */
export function RecoveryCodesSection(props: Props) {
  const t = useTranslate()
  const reload = async (retry: () => void) => {
    await props.user.getRecoveryCodeStatus().catch(() => {})
    retry()
  }
  return (
    <FailureBoundary renderFailure={(error, retry) => <Failure error={error} onRetry={() => reload(retry)} />}>
      <Suspense fallback={<Row title={t('Recovery codes')} value={<Placeholder>{t('Loading…')}</Placeholder>} />}>
        <RecoveryCodes {...props} />
      </Suspense>
    </FailureBoundary>
  )
}

function RecoveryCodes({ user, project }: Props) {
  const t = useTranslate()
  const fold = useFold()
  const [codes, setCodes] = useState<string[]>()
  const { remaining, createdAt } = user.useRecoveryCodeStatus()
  const create = async () => {
    setCodes(await user.createRecoveryCodes())
    fold.open()
  }
  const end = () => {
    setCodes(undefined)
    fold.close()
  }
  return (
    <Row
      title={t('Recovery codes')}
      value={
        createdAt ? (
          <>
            {t('Unused codes: {count}', { count: remaining })}{' '}
            {remaining <= fewCodes && (
              <Badge kind="warning">{remaining > 0 ? t('Almost used up') : t('Used up')}</Badge>
            )}
          </>
        ) : (
          <Placeholder>{t("You have none. If you lose your phone, you can't sign in anymore.")}</Placeholder>
        )
      }
      action={
        <Button size="small" autoFocus={fold.wasOpen} onClick={createdAt ? fold.open : create}>
          {createdAt ? t('Create new codes') : t('Create codes')}
        </Button>
      }
    >
      {fold.isOpen &&
        (codes ? (
          <NewRecoveryCodes codes={codes} user={user} project={project} onEnd={end} />
        ) : (
          <Question
            question={t('Create new codes? The ones you have now will stop working.')}
            confirmLabel={t('Yes, create new codes')}
            onConfirm={create}
            onCancel={fold.close}
          />
        ))}
    </Row>
  )
}
