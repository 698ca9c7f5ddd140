import { type WebhookEventType, webhookEvents, webhookEventTypes } from '@latchkey/contract/webhook-events'
import { useState } from 'react'
import { useStores } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { Choice, TextField } from '../ui/field.tsx'
import { type Endpoint, type EndpointChange, useEndpointActions } from './endpoints.ts'

interface EndpointDialogProps {
  /** Undefined for a new endpoint. */
  endpoint?: Endpoint | undefined
  onClose: () => void
  /** Called with the secret of a new endpoint. */
  onSaved: (endpoint: { id: string } | { id: string; secret: string }) => void
}

export function EndpointDialog({ endpoint, onClose, onSaved }: EndpointDialogProps) {
  const { call, refresh } = useStores()
  const { update } = useEndpointActions(endpoint?.id ?? '')
  const [url, setUrl] = useState(endpoint?.url ?? '')
  const [description, setDescription] = useState(endpoint?.description ?? '')
  const [isAll, setIsAll] = useState(!endpoint?.event_types)
  const [types, setTypes] = useState<ReadonlySet<string>>(new Set(endpoint?.event_types))
  const [hasTried, setHasTried] = useState(false)
  const { isBusy, run } = useAction()
  const urlProblem = findUrlProblem(url.trim())
  const hasNoTypes = !isAll && types.size === 0

  const save = () => {
    setHasTried(true)
    if (urlProblem || hasNoTypes) return
    const next = {
      url: url.trim(),
      description: description.trim(),
      event_types: isAll ? null : webhookEventTypes.filter((type) => types.has(type)),
    }
    void run(
      async () => {
        if (endpoint) return onSaved(await update(changesOf(endpoint, next)))
        const added = await call('POST /internal/webhook-endpoints', { body: next })
        await refresh('webhook-')
        onSaved(added)
      },
      endpoint ? { done: 'The endpoint was saved.' } : {},
    )
  }
  return (
    <FormDialog
      title={endpoint ? 'Edit endpoint' : 'Add endpoint'}
      size="large"
      onClose={onClose}
      onSubmit={save}
      action={endpoint ? 'Save' : 'Add endpoint'}
      isBusy={isBusy}
    >
      <TextField
        label="URL"
        type="url"
        isMono
        placeholder="https://example.com/webhooks"
        hint="Receives POST requests and must respond with a 2xx status within ten seconds."
        error={hasTried ? urlProblem : undefined}
        value={url}
        onChange={(event) => setUrl(event.target.value)}
        spellCheck={false}
        maxLength={2000}
      />
      <TextField
        label="Description (optional)"
        placeholder="Syncs users to the CRM"
        value={description}
        onChange={(event) => setDescription(event.target.value)}
        maxLength={500}
      />
      <fieldset className="ui-choices">
        <legend className="ui-label">Events</legend>
        <Choice
          type="radio"
          name="events"
          label="All events"
          hint="Including events added in later versions."
          checked={isAll}
          onChange={() => setIsAll(true)}
        />
        <Choice type="radio" name="events" label="Selected events" checked={!isAll} onChange={() => setIsAll(false)} />
      </fieldset>
      {!isAll && (
        <fieldset className="webhooks-types">
          <legend className="ui-hidden">Events to send</legend>
          {webhookEventTypes.map((type) => (
            <TypeChoice
              key={type}
              type={type}
              isChosen={types.has(type)}
              onChange={(isChosen) => setTypes(withOrWithout(types, type, isChosen))}
            />
          ))}
        </fieldset>
      )}
      {hasTried && hasNoTypes && (
        <p className="ui-error" role="alert">
          Choose at least one event.
        </p>
      )}
    </FormDialog>
  )
}

interface TypeChoiceProps {
  type: WebhookEventType
  isChosen: boolean
  onChange: (isChosen: boolean) => void
}

function TypeChoice({ type, isChosen, onChange }: TypeChoiceProps) {
  return (
    <Choice
      type="checkbox"
      label={type}
      hint={webhookEvents[type].description}
      checked={isChosen}
      onChange={onChange}
    />
  )
}

function withOrWithout(types: ReadonlySet<string>, type: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(types)
  if (isIn) next.add(type)
  else next.delete(type)
  return next
}

/** Sends only changed fields, so that owners do not overwrite each other. */
function changesOf(endpoint: Endpoint, next: Required<Omit<EndpointChange, 'is_enabled'>>): EndpointChange {
  const isSame = JSON.stringify(next.event_types) === JSON.stringify(endpoint.event_types)
  return {
    ...(next.url !== endpoint.url && { url: next.url }),
    ...(next.description !== endpoint.description && { description: next.description }),
    ...(!isSame && { event_types: next.event_types }),
  }
}

/** The same check as on the server. */
function findUrlProblem(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || /\s/.test(text) || !URL.canParse(text)) {
    return 'Enter a URL such as https://example.com/webhooks.'
  }
  const { username, password } = new URL(text)
  return username || password ? 'Remove the username and password.' : undefined
}
