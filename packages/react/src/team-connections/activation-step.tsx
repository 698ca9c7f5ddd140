import type { CompanyConnection } from '@latchkey/sdk'
import { useState } from 'react'
import { useConnectionTranslate } from '../i18n/connections/translation.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { isComplete, isTested } from './connection-state.tsx'
import { explainRefusal } from './refusals.ts'

export function ActivationStep({ connection }: { connection: CompanyConnection }) {
  const t = useConnectionTranslate()
  const [refusal, setRefusal] = useState<string>()
  const { displayName: name, isActive } = connection
  const turn = async (next: boolean) => {
    setRefusal(undefined)
    try {
      await connection.update({ isActive: next })
    } catch (error) {
      setRefusal(explainRefusal(error, t))
    }
  }
  if (!isComplete(connection)) {
    return <p className="lk-empty">{t('First complete the set-up step.')}</p>
  }
  return (
    <div className="lk-connection-part">
      <p className="lk-text" role="status">
        {isActive
          ? t('People can sign in with {name}.', { name })
          : isTested(connection)
            ? t('Once it is on, people can sign in with {name}.', { name })
            : t("Test the sign-in first, so that nobody is sent to a provider that doesn't work.")}
      </p>
      {isActive ? (
        <Confirm
          label={t('Turn off')}
          question={t(
            'Turn it off? Everyone who signed in with it will be signed out, and nobody can sign in with it.',
          )}
          confirmLabel={t('Yes, turn it off')}
          onConfirm={() => turn(false)}
        />
      ) : (
        <div className="lk-actions">
          <Button
            kind={isTested(connection) ? 'primary' : undefined}
            size="small"
            label={`${t('Turn on')}: ${name}`}
            onClick={() => turn(true)}
          >
            {t('Turn on')}
          </Button>
        </div>
      )}
      {refusal && (
        <p className="lk-status" data-kind="error" role="alert">
          {refusal}
        </p>
      )}
    </div>
  )
}
