import { Power } from 'lucide-react'
import { typeNames } from '../connections/connection-state.tsx'
import { useAction } from '../data/use-action.ts'
import { Button } from '../ui/button.tsx'
import { Card, Facts } from '../ui/page.tsx'
import { joinNames, listProven, nameProvider, type Setup } from './setup.ts'
import type { StepProps } from './wizard.tsx'

export function FinishStep({ setup, call, onFinish }: StepProps) {
  const { isBusy, run } = useAction()
  const { connection } = setup
  const proven = listProven(setup)
  const finish = async () => onFinish(await call('finish', {}))
  return (
    <Card
      footer={
        <Button variant="primary" icon={<Power />} isBusy={isBusy} onClick={() => void run(finish)}>
          {connection.is_active ? 'Finish' : 'Turn on and finish'}
        </Button>
      }
    >
      <Facts
        facts={[
          ['Identity provider', capitalize(nameProvider(setup))],
          ['Protocol', typeNames[connection.type]],
          ['Tested as', <bdi key="tested">{nameTested(connection.last_test)}</bdi>],
          ['Email domains', proven.length > 0 ? joinNames(proven) : null],
        ]}
      />
      {proven.length === 0 && (
        <p>
          No domain is proven yet. You can turn the connection on, but no email address leads to it, and addresses do
          not count as verified.
        </p>
      )}
      <p className="ui-muted">
        {connection.is_active
          ? 'The connection is on already. When you finish, this link stops working.'
          : 'Your people can sign in right away, and this link stops working.'}
      </p>
    </Card>
  )
}

function nameTested(test: Setup['connection']['last_test']): string | null {
  return test?.status === 'succeeded' ? (test.user.email ?? test.user.display_name ?? test.user.account_id) : null
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
