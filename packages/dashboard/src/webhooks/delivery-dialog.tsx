import { useData } from '../data/data.ts'
import { Boundary } from '../parts/boundary.tsx'
import { ProjectLink } from '../parts/links.tsx'
import { Allowed } from '../parts/role.tsx'
import { namesFrom } from '../people/subjects.ts'
import { Button } from '../ui/button.tsx'
import { CopyableId } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { JsonView } from '../ui/json-view.tsx'
import { Badge, Facts } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Time } from '../ui/time.tsx'
import { About } from './delivery-columns.tsx'
import { DeliveryState } from './delivery-state.tsx'
import type { Delivery, Endpoint } from './endpoints.ts'

interface DeliveryDialogProps {
  endpoint: Endpoint
  deliveryId: string
  onClose: () => void
  onRetry: (delivery: Delivery) => Promise<unknown>
}

/** The request and the response to each attempt. */
export function DeliveryDialog({ endpoint, deliveryId, onClose, onRetry }: DeliveryDialogProps) {
  return (
    <Dialog
      title="Delivery"
      size="large"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Allowed to="settings">
            {endpoint.is_enabled && (
              <Boundary skeleton={null}>
                <RetryButton endpoint={endpoint} deliveryId={deliveryId} onRetry={onRetry} />
              </Boundary>
            )}
          </Allowed>
        </>
      }
    >
      <Boundary skeleton={<Skeleton height={320} />}>
        <Details endpoint={endpoint} deliveryId={deliveryId} />
      </Boundary>
    </Dialog>
  )
}

function useDelivery(endpointId: string, deliveryId: string) {
  return useData('GET /internal/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}', {
    params: { endpoint_id: endpointId, delivery_id: deliveryId },
  })
}

type Attempt = ReturnType<typeof useDelivery>['attempt_log'][number]

function RetryButton({ endpoint, deliveryId, onRetry }: Omit<DeliveryDialogProps, 'onClose'>) {
  const delivery = useDelivery(endpoint.id, deliveryId)
  return (
    <Button variant="primary" isBusy={delivery.state === 'resending'} onClick={() => void onRetry(delivery)}>
      {delivery.state === 'delivered' ? 'Send again' : 'Retry now'}
    </Button>
  )
}

function Details({ endpoint, deliveryId }: Pick<DeliveryDialogProps, 'endpoint' | 'deliveryId'>) {
  const delivery = useDelivery(endpoint.id, deliveryId)
  const { payload, attempt_log: attempts } = delivery
  const next = delivery.next_attempt_at_millis
  return (
    <>
      <Facts
        facts={[
          ['Event', <code key="type">{delivery.type}</code>],
          ...(delivery.about.length > 0
            ? ([['About', <About key="about" delivery={delivery} names={namesFrom(delivery.subjects)} />]] as const)
            : []),
          ['Status', <DeliveryState key="state" delivery={delivery} />],
          ...(attempts.length > 0 && delivery.state !== 'delivered'
            ? ([
                [
                  'Reason',
                  <ProjectLink
                    key="why"
                    to="/projects/$projectId/failures"
                    search={{ id: `webhook.${endpoint.id}.${delivery.id}` }}
                  >
                    Why did this fail?
                  </ProjectLink>,
                ],
              ] as const)
            : []),
          ['Message ID', <CopyableId key="id" id={delivery.id} name="message ID" />],
          ['Happened', <Time key="time" date={delivery.created_at_millis} />],
          ...(next ? ([['Next attempt', <Time key="next" date={next} />]] as const) : []),
        ]}
      />
      <section className="ui-section">
        <h3>Attempts</h3>
        {attempts.length === 0 ? (
          <p className="ui-muted">Not sent yet. Events about the same user or team are sent in order.</p>
        ) : (
          <ol className="webhooks-attempts" aria-label="Attempts">
            {attempts.toReversed().map((attempt) => (
              <li key={attempt.number}>
                <AttemptRow attempt={attempt} />
              </li>
            ))}
          </ol>
        )}
      </section>
      <section className="ui-section">
        <h3>Request</h3>
        <code className="webhooks-request">
          POST {endpoint.url}
          <br />
          content-type: application/json
          <br />
          webhook-id: {delivery.id}
        </code>
        <JsonView value={payload} />
      </section>
    </>
  )
}

function AttemptRow({ attempt }: { attempt: Attempt }) {
  const { number, response_status: status, response_text: text, failure } = attempt
  return (
    <>
      <div className="ui-row">
        <Badge tone={failure === null ? 'success' : 'danger'}>{status ?? 'No response'}</Badge>
        <span className="ui-muted">
          Attempt {number} · <Time date={attempt.attempted_at_millis} /> ·{' '}
          <span className="ui-tabular">{attempt.duration_millis.toLocaleString('en')} ms</span>
        </span>
      </div>
      {failure !== null && <p>{failure}</p>}
      {text && <pre className="webhooks-response">{text}</pre>}
    </>
  )
}
