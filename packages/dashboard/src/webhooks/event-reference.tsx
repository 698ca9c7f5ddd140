import { auditEvent, webhookEvents, webhookEventTypes } from '@latchkey/contract/webhook-events'
import { JsonView } from '../ui/json-view.tsx'
import { Card } from '../ui/page.tsx'

const described: { type: string; exampleType?: string; description: string; example: object }[] = [
  ...webhookEventTypes.map((type) => ({ type, ...webhookEvents[type] })),
  { type: 'audit.*', exampleType: `audit.${auditEvent.example.action}`, ...auditEvent },
]

/** When each event is sent, with an example message. */
export function EventReference() {
  return (
    <Card
      title="Events"
      id="events"
      description="The content of each message. Users and teams have the same fields as in the server API."
    >
      <ul className="webhooks-events">
        {described.map(({ type, exampleType = type, description, example }) => (
          <li key={type}>
            <details>
              <summary>
                <code>{type}</code>
                <span className="ui-muted">{description}</span>
              </summary>
              <JsonView value={{ type: exampleType, data: example }} />
            </details>
          </li>
        ))}
      </ul>
    </Card>
  )
}
