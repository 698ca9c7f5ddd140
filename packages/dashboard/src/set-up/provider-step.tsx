import { connectionPresets } from '@latchkey/contract/connection-presets'
import { useState } from 'react'
import { ProviderChoice } from '../connections/provider-choice.tsx'
import { useAction } from '../data/use-action.ts'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/field.tsx'
import { Card } from '../ui/page.tsx'
import type { StepProps } from './wizard.tsx'

export function ProviderStep({ setup, call, onChange, go }: StepProps) {
  const { isBusy, run } = useAction()
  const [chosen, setChosen] = useState({
    preset: setup.preset ?? connectionPresets[0]!.id,
    type: setup.connection.type,
  })
  const isOther = setup.connection.type !== chosen.type && Boolean(setup.connection.last_test)
  const submit = () =>
    void run(async () => {
      onChange(await call('choose-provider', chosen))
      go('settings')
    })
  return (
    <Form onSubmit={submit}>
      <Card
        footer={
          <Button variant="primary" type="submit" isBusy={isBusy}>
            Continue
          </Button>
        }
      >
        <ProviderChoice {...chosen} onChoose={setChosen} />
        {isOther && <p className="ui-muted">With another protocol, you enter the settings and test them again.</p>}
      </Card>
    </Form>
  )
}
