import { TestCard } from '../connections/test-card.tsx'
import '../connections/connections.css'
import { Button } from '../ui/button.tsx'
import type { StepProps } from './wizard.tsx'

export function TestStep({ setup, call, onChange, go }: StepProps) {
  const { connection, is_tested: isTested } = setup
  const isOutdated = connection.last_test?.status === 'succeeded' && !isTested
  return (
    <>
      <TestCard
        connection={connection}
        begin={() => call('test', {})}
        reload={() => call('read', {}).then(onChange, () => undefined)}
      />
      {isOutdated && <p className="ui-muted">The settings were changed after this test, so test them again.</p>}
      <div className="set-up-next">
        {isTested && (
          <Button variant="primary" onClick={() => go('domain')}>
            Continue
          </Button>
        )}
        <Button onClick={() => go('settings')}>Back to the settings</Button>
      </div>
    </>
  )
}
