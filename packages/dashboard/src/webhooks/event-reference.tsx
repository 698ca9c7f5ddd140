import { webhookEvents, webhookEventTypes } from '@latchkey/contract/webhook-events'
import { JsonView } from '../ui/json-view.tsx'
import { Card } from '../ui/page.tsx'

/** When each event is sent, with an example message. */
export function EventReference() {
  return (
    <Card
      title="Events"
      id="events"
      description="The content of each message. Users and teams have the same fields as in the server API."
    >
      <ul className="webhooks-events">
        {webhookEventTypes.map((type) => (
          <li key={type}>
            <details>
              <summary>
                <code>{type}</code>
                <span className="ui-muted">{webhookEvents[type].description}</span>
              </summary>
              <JsonView value={{ type, data: webhookEvents[type].example }} />
            </details>
          </li>
        ))}
      </ul>
    </Card>
  )
}
