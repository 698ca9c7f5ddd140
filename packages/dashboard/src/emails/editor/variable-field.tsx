import { Document } from '@tiptap/extension-document'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Text } from '@tiptap/extension-text'
import { UndoRedo } from '@tiptap/extensions/undo-redo'
import { Braces } from 'lucide-react'
import { useEffectEvent, useId, useMemo } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { type EmailVariable, insertEntry, variableEntries } from './entries.tsx'
import { Variable } from './nodes.ts'
import { pickEntry, SuggestionMenu, useSuggestions } from './suggestion-menu.tsx'
import { Suggestions } from './suggestions.ts'
import { useEditor } from './use-editor.ts'
import { toInline, toText } from './variables-in-text.ts'

interface VariableFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  variables: readonly EmailVariable[]
  isReadOnly?: boolean | undefined
  hint?: string | undefined
  error?: string | undefined
}

const OneLine = Document.extend({ content: 'paragraph' })

/** A line of text whose variables are chips. */
export function VariableField(props: VariableFieldProps) {
  const { label, value, onChange, variables, isReadOnly = false, hint, error } = props
  const id = useId()
  const entries = useMemo(() => variableEntries(variables), [variables])
  const suggestions = useSuggestions({ '/': [], '{{': entries })
  const onType = useEffectEvent(suggestions.onType)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (editor && suggestions.onKey(event, (entry, typed) => pickEntry(editor, entry, typed))) return true
    return event.key === 'Enter'
  })
  const { host, editor } = useEditor({
    label,
    description: error ?? hint,
    extensions: () => [
      OneLine,
      Paragraph,
      Text,
      Variable,
      UndoRedo,
      Suggestions.configure({ triggers: ['{{'], onType: (typed) => onType(typed), onKey: (event) => onKey(event) }),
    ],
    value: useMemo(() => toLine(value), [value]),
    onChange: (next) => onChange(toText(next.content?.[0]?.content)),
    isReadOnly,
    isMultiline: false,
  })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has its own border and legend
    <div className="ui-field" role="group" aria-labelledby={id}>
      <span className="ui-label" id={id}>
        {label}
      </span>
      <div
        className="ui-input email-line"
        aria-invalid={error ? true : undefined}
        data-disabled={isReadOnly || undefined}
      >
        <div ref={host} className="email-line-text" />
        {editor && !isReadOnly && variables.length > 0 && (
          <Menu trigger={<IconButton size="small" label={`Insert a variable into: ${label}`} icon={<Braces />} />}>
            {entries.map((entry) => (
              <MenuItem key={entry.detail} icon={entry.icon} onSelect={() => insertEntry(editor, entry)}>
                {entry.label}
              </MenuItem>
            ))}
          </Menu>
        )}
      </div>
      {(error ?? hint) && (
        <p className={error ? 'ui-error' : 'ui-hint'} role={error ? 'alert' : undefined}>
          {error ?? hint}
        </p>
      )}
      {editor && <SuggestionMenu editor={editor} suggestions={suggestions} />}
    </div>
  )
}

function toLine(text: string) {
  const content = toInline(text)
  return { type: 'doc', content: [{ type: 'paragraph', ...(content.length > 0 && { content }) }] }
}
