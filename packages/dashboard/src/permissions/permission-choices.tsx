import { useState } from 'react'
import { Choice, SearchField } from '../ui/field.tsx'
import './permissions.css'
import { type Definition, inReadingOrder } from './scope.ts'

interface PermissionChoicesProps {
  legend: string
  definitions: readonly Definition[]
  entryOf: (id: string) => { type: 'checkbox'; checked: boolean; onChange: (isChosen: boolean) => void }
}

/** More than fit on a screen. */
const searchedFrom = 8

/** Checkboxes for permissions, with a search if there are many. What is checked stays checked while it is not found. */
export function PermissionChoices({ legend, definitions, entryOf }: PermissionChoicesProps) {
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const found = inReadingOrder(definitions).filter(({ id, description = '' }) =>
    `${id} ${description}`.toLowerCase().includes(wanted),
  )
  const chosen = definitions.filter(({ id }) => entryOf(id).checked).length
  return (
    <fieldset className="ui-choices">
      <legend className="ui-label">{chosen === 0 ? legend : `${legend} (${chosen} selected)`}</legend>
      {definitions.length >= searchedFrom && (
        <div className="ui-row">
          <SearchField
            label="Search permissions"
            value={text}
            onChange={(event) => setText(event.target.value)}
            // Enter would save the form.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        </div>
      )}
      {found.length === 0 && <p className="ui-hint">No permission matches “{text.trim()}”.</p>}
      <div className="permissions-choices">
        {found.map(({ id, description, contained_permission_ids: inside }) => (
          <Choice
            key={id}
            label={id}
            hint={description || (inside.length > 0 && `Contains ${inside.join(', ')}`) || null}
            {...entryOf(id)}
          />
        ))}
      </div>
    </fieldset>
  )
}
