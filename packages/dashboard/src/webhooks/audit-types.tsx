import { type ComponentProps, useState } from 'react'
import { findActions } from '../audit-log/sentence.tsx'
import { Choice, TextField } from '../ui/field.tsx'

interface AuditTypesProps {
  chosen: ReadonlySet<string>
  /** The checkbox of a type. */
  propsOf: (type: string) => Pick<ComponentProps<typeof Choice>, 'type' | 'checked' | 'onChange'>
}

const everyEntry = 'audit.*'

/** Chooses all entries of the audit log, or some of them by searching. */
export function AuditTypes({ chosen, propsOf }: AuditTypesProps) {
  const [text, setText] = useState('')
  const typed = text.trim()
  const all = findActions(typed).map(({ id, name }) => ({ type: `audit.${id}`, name }))
  const shown = typed ? all.slice(0, maxShown) : all.filter(({ type }) => chosen.has(type))
  return (
    <fieldset className="ui-choices">
      <legend className="ui-label">Audit log</legend>
      <Choice
        label={everyEntry}
        hint="Every recorded action, including those added in later versions."
        {...propsOf(everyEntry)}
      />
      {!chosen.has(everyEntry) && (
        <>
          <TextField
            label="Specific actions"
            type="search"
            placeholder="Search, such as password"
            hint={typed && all.length === 0 ? 'No matches.' : undefined}
            value={text}
            onChange={(event) => setText(event.target.value)}
            // Would save the endpoint.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
          {shown.length > 0 && (
            <div className="webhooks-types">
              {shown.map(({ type, name }) => (
                <Choice key={type} label={type} hint={name} {...propsOf(type)} />
              ))}
            </div>
          )}
        </>
      )}
    </fieldset>
  )
}

const maxShown = 8
