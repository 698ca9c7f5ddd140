import { auditEventTypes, webhookEvents, webhookEventTypes } from '@latchkey/contract/webhook-events'
import { useApi } from '../data/data.ts'
import { useForm } from '../data/use-form.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { Choice, TextField } from '../ui/field.tsx'
import { AuditTypes } from './audit-types.tsx'
import { type Endpoint, type EndpointChange, useEndpointActions, useEndpointsRevision } from './endpoints.ts'

interface EndpointDialogProps {
  /** Undefined for a new endpoint. */
  endpoint?: Endpoint | undefined
  onClose: () => void
  /** Called with the secret of a new endpoint. */
  onSaved: (endpoint: { id: string } | { id: string; secret: string }) => void
}

export function EndpointDialog({ endpoint, onClose, onSaved }: EndpointDialogProps) {
  const { change } = useApi()
  const { update } = useEndpointActions(endpoint?.id ?? '')
  const form = useForm({
    initial: {
      url: endpoint?.url ?? '',
      description: endpoint?.description ?? '',
      isAll: !endpoint?.event_types,
      types: new Set(endpoint?.event_types) as ReadonlySet<string>,
    },
    check: ({ url, isAll, types }) => ({
      url: findUrlProblem(url.trim()),
      types: isAll || types.size > 0 ? undefined : 'Choose at least one event.',
    }),
    revision: useEndpointsRevision(),
    submit: async ({ url, description, isAll, types }, revision) => {
      const next = {
        url: url.trim(),
        description: description.trim(),
        event_types: isAll ? null : [...webhookEventTypes, ...auditEventTypes].filter((type) => types.has(type)),
      }
      if (endpoint) onSaved(await update(changesOf(endpoint, next), revision))
      else onSaved(await change('POST /internal/webhook-endpoints', { body: next }))
    },
    done: () => (endpoint ? 'The endpoint was saved.' : undefined),
  })
  const typesProblem = form.errorOf('types')
  return (
    <FormDialog
      {...form.dialog}
      title={endpoint ? 'Edit endpoint' : 'Add endpoint'}
      size="large"
      onClose={onClose}
      action={endpoint ? 'Save' : 'Add endpoint'}
    >
      <TextField
        label="URL"
        type="url"
        isMono
        placeholder="https://example.com/webhooks"
        hint="Receives POST requests and must respond with a 2xx status within ten seconds."
        spellCheck={false}
        maxLength={2000}
        {...form.text('url')}
      />
      <TextField
        label="Description (optional)"
        placeholder="Syncs users to the CRM"
        maxLength={500}
        {...form.text('description')}
      />
      <fieldset className="ui-choices">
        <legend className="ui-label">Events</legend>
        <Choice
          label="All events"
          hint="Including events added in later versions, but without the audit log."
          {...form.option('isAll', true)}
        />
        <Choice label="Selected events" {...form.option('isAll', false)} />
      </fieldset>
      {!form.values.isAll && (
        <>
          <fieldset className="webhooks-types">
            <legend className="ui-hidden">Events to send</legend>
            {webhookEventTypes.map((type) => (
              <Choice key={type} label={type} hint={webhookEvents[type].description} {...form.entry('types', type)} />
            ))}
          </fieldset>
          <AuditTypes chosen={form.values.types} propsOf={(type) => form.entry('types', type)} />
        </>
      )}
      {typesProblem && (
        <p className="ui-error" role="alert">
          {typesProblem}
        </p>
      )}
    </FormDialog>
  )
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
