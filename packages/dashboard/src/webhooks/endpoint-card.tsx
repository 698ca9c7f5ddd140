import { Eye, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../data/use-action.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Card, Facts } from '../ui/page.tsx'
import { formatTime } from '../ui/time.tsx'
import { FailureRate } from './endpoint-status.tsx'
import { type Endpoint, useEndpointActions } from './endpoints.ts'
import { SecretDialog } from './secret-dialog.tsx'

export function EndpointCard({ endpoint, onEdit }: { endpoint: Endpoint; onEdit: () => void }) {
  const { readSecret, rotateSecret } = useEndpointActions(endpoint.id)
  const [shown, setShown] = useState<{ secret: string; title: string; isNew?: boolean }>()
  const { isBusy, run } = useAction()
  const until = endpoint.previous_secret_until_millis
  return (
    <Card
      title="Endpoint"
      actions={
        <Button size="small" onClick={onEdit}>
          Edit
        </Button>
      }
    >
      <Facts
        facts={[
          ['URL', <code key="url">{endpoint.url}</code>],
          ['Description', endpoint.description ? <bdi key="description">{endpoint.description}</bdi> : null],
          [
            'Events',
            endpoint.event_types ? (
              <span key="events" className="webhooks-chips">
                {endpoint.event_types.map((type) => (
                  <code key={type}>{type}</code>
                ))}
              </span>
            ) : (
              'All events'
            ),
          ],
          ['Failed', <FailureRate key="failures" endpoint={endpoint} />],
          [
            'Secret',
            <span key="secret" className="ui-row">
              <code className="ui-muted">whsec_••••••••</code>
              <Button
                size="small"
                icon={<Eye />}
                isBusy={isBusy}
                onClick={() => void run(async () => setShown({ ...(await readSecret()), title: 'Signing secret' }))}
              >
                Reveal
              </Button>
              <DialogButton
                size="small"
                icon={<RefreshCw />}
                dialog={(close) => (
                  <ConfirmDialog
                    title="Rotate the secret?"
                    description="Messages are signed with both secrets for one day, so your server can switch without missing any. After that, only the new secret is valid."
                    action="Rotate secret"
                    run={async () => setShown({ ...(await rotateSecret()), title: 'New signing secret', isNew: true })}
                    onClose={close}
                  />
                )}
              >
                Rotate
              </DialogButton>
              {until && <span className="ui-caption">The previous secret is valid until {formatTime(until)}.</span>}
            </span>,
          ],
        ]}
      />
      {shown && <SecretDialog {...shown} onClose={() => setShown(undefined)} />}
    </Card>
  )
}
