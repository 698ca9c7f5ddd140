import { isComplete } from '../connections/connection-state.tsx'
import { ProviderCard } from '../connections/provider-card.tsx'
import { SetupCard } from '../connections/setup-card.tsx'
import '../connections/connections.css'
import { Button } from '../ui/button.tsx'
import type { StepProps } from './wizard.tsx'

export function SettingsStep({ setup, call, onChange, go }: StepProps) {
  const { connection, preset } = setup
  return (
    <>
      <SetupCard connection={connection} preset={preset ?? undefined} />
      <ProviderCard
        connection={connection}
        update={async ({ oidc, oauth2, saml }) => {
          onChange(await call('save-settings', { oidc, oauth2, saml }))
          go('test')
        }}
      />
      {isComplete(connection) && (
        <div className="set-up-next">
          <Button onClick={() => go('test')}>Continue without a change</Button>
        </div>
      )}
    </>
  )
}
