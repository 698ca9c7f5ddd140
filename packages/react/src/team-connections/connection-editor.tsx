import type { CompanyConnection } from '@latchkey/sdk'
import { useState } from 'react'
import { Row } from '../account-settings/row.tsx'
import type { Team } from '../hooks/team-hooks.ts'
import { useConnectionTranslate } from '../i18n/connections/translation.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { useFold } from '../ui/confirm.tsx'
import { check, Icon } from '../ui/icon.tsx'
import { ActivationStep } from './activation-step.tsx'
import { ConnectionState, isComplete, isTested } from './connection-state.tsx'
import { useFocusAtFirst } from './connections-row.tsx'
import { DeletionForm } from './deletion-form.tsx'
import { Domains } from './domains.tsx'
import { NameForm } from './name-form.tsx'
import { SetUpStep } from './set-up-step.tsx'
import { TestStep } from './test-step.tsx'

interface ConnectionEditorProps {
  team: Team
  connection: CompanyConnection
  preset: string | undefined
  onClose: () => void
}

type Step = 'set-up' | 'test' | 'domain' | 'turn-on'

/** Leads from the settings of the provider to the first sign-in, and back to any of the steps. */
export function ConnectionEditor({ team, connection, preset: given, onClose }: ConnectionEditorProps) {
  const t = useConnectionTranslate()
  const title = useFocusAtFirst(true)
  const [preset, setPreset] = useState(given ?? 'other')
  const [step, setStep] = useState<Step>('set-up')
  const domains = team.useConnectionDomains()
  const steps: readonly { id: Step; label: string; isDone: boolean }[] = [
    { id: 'set-up', label: t('Set up'), isDone: isComplete(connection) },
    { id: 'test', label: t('Test'), isDone: isTested(connection) },
    { id: 'domain', label: t('Domain'), isDone: domains.some(({ isProven }) => isProven) },
    { id: 'turn-on', label: t('Turn on'), isDone: connection.isActive },
  ]
  const next = steps[steps.findIndex(({ id }) => id === step) + 1]
  const goOn = next && (
    <Button kind="primary" size="small" onClick={() => setStep(next.id)}>
      {t('Continue')}
    </Button>
  )
  return (
    <Row title={connection.displayName} titleRef={title}>
      <div className="lk-connection">
        <div className="lk-row">
          <LinkButton onClick={onClose}>{t('All identity providers')}</LinkButton>
          <ConnectionState connection={connection} />
        </div>
        <nav aria-label={t('Steps')}>
          <ol className="lk-steps">
            {steps.map(({ id, label, isDone }) => (
              <li key={id}>
                <button
                  className="lk-step"
                  type="button"
                  aria-current={id === step ? 'step' : undefined}
                  onClick={() => setStep(id)}
                >
                  {label}
                  {isDone && (
                    <>
                      <Icon path={check} />
                      <span className="lk-hidden">{t('done')}</span>
                    </>
                  )}
                </button>
              </li>
            ))}
          </ol>
        </nav>
        {step === 'set-up' && (
          <SetUpStep connection={connection} preset={preset} onPreset={setPreset} onSaved={() => setStep('test')} />
        )}
        {step === 'test' && (
          <TestStep team={team} connection={connection}>
            {goOn}
          </TestStep>
        )}
        {step === 'domain' && (
          <>
            <Domains team={team} />
            <div>{goOn}</div>
          </>
        )}
        {step === 'turn-on' && <ActivationStep connection={connection} />}
        <Changes connection={connection} onDeleted={onClose} />
      </div>
    </Row>
  )
}

/** What is rarely needed: another name, and the end. */
function Changes({ connection, onDeleted }: { connection: CompanyConnection; onDeleted: () => void }) {
  const t = useConnectionTranslate()
  const naming = useFold()
  const deletion = useFold()
  if (naming.isOpen) return <NameForm connection={connection} onClose={naming.close} />
  if (deletion.isOpen) return <DeletionForm connection={connection} onCancel={deletion.close} onDeleted={onDeleted} />
  return (
    <div className="lk-actions lk-connection-end">
      <Button size="small" autoFocus={naming.wasOpen} onClick={naming.open}>
        {t('Rename')}
      </Button>
      <Button kind="danger" size="small" autoFocus={deletion.wasOpen} onClick={deletion.open}>
        {t('Delete')}
      </Button>
    </div>
  )
}
