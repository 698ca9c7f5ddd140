import type { EmailContent } from '@latchkey/contract'
import { type Editor, Extension, type JSONContent } from '@tiptap/core'
import { Placeholder } from '@tiptap/extensions/placeholder'
import { useEffectEvent, useMemo, useState } from 'react'
import { blockEntries } from './blocks.tsx'
import { type EmailVariable, variableEntries } from './entries.tsx'
import { emailExtensions } from './extensions.ts'
import { Inspector } from './inspector.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { pickEntry, SuggestionMenu, useSuggestions } from './suggestion-menu.tsx'
import { Suggestions } from './suggestions.ts'
import { Toolbar } from './toolbar.tsx'
import { useEditor } from './use-editor.ts'

interface EmailEditorProps {
  label: string
  content: EmailContent
  onChange: (content: EmailContent) => void
  variables: readonly EmailVariable[]
  isReadOnly: boolean
}

const howTo = 'Type / to insert blocks, {{ to insert variables.'

/** The text of an email with its toolbar, and fields for the selected part below it. */
export function EmailEditor({ label, content, onChange, variables, isReadOnly }: EmailEditorProps) {
  const blocks = useMemo(() => blockEntries(variables), [variables])
  const chips = useMemo(() => variableEntries(variables), [variables])
  const suggestions = useSuggestions({ '/': [...blocks, ...chips], '{{': chips })
  const [isLinking, setIsLinking] = useState(false)
  const onType = useEffectEvent(suggestions.onType)
  const onKey = useEffectEvent((event: KeyboardEvent) => pickWithKeys(event, editor, suggestions))
  const { host, editor } = useEditor({
    label,
    description: howTo,
    extensions: () => [
      ...emailExtensions,
      Placeholder.configure({ placeholder: 'Write your email, or type / to insert something.' }),
      Suggestions.configure({
        triggers: ['/', '{{'],
        onType: (typed) => onType(typed),
        onKey: (event) => onKey(event),
      }),
      linkShortcut(() => setIsLinking(true)),
    ],
    value: content as JSONContent,
    onChange: (next) => onChange(next as EmailContent),
    isReadOnly,
    isMultiline: true,
  })
  return (
    <div className="email-editor" data-read-only={isReadOnly || undefined}>
      {editor && !isReadOnly && (
        <Toolbar editor={editor} blocks={blocks} variables={chips} onLink={() => setIsLinking(true)} />
      )}
      <div ref={host} className="email-text" />
      {editor && !isReadOnly && <Inspector editor={editor} variables={variables} />}
      {editor && <SuggestionMenu editor={editor} suggestions={suggestions} />}
      {editor && isLinking && <LinkDialog editor={editor} variables={variables} onClose={() => setIsLinking(false)} />}
    </div>
  )
}

function pickWithKeys(
  event: KeyboardEvent,
  editor: Editor | undefined,
  suggestions: ReturnType<typeof useSuggestions>,
) {
  return editor !== undefined && suggestions.onKey(event, (entry, typed) => pickEntry(editor, entry, typed))
}

const linkShortcut = (open: () => void) =>
  Extension.create({
    name: 'linkShortcut',
    addKeyboardShortcuts: () => ({
      'Mod-k': () => {
        open()
        return true
      },
    }),
  })
