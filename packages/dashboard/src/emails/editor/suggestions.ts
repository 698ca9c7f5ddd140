import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

export type Trigger = '/' | '{{'

/** The typed text that asks for a menu, and where it is on the screen. */
export interface Typed {
  trigger: Trigger
  query: string
  from: number
  to: number
  caret: { left: number; top: number; bottom: number }
}

interface SuggestionsOptions {
  triggers: readonly Trigger[]
  onType: (typed: Typed | undefined) => void
  /** Returns whether the menu has used the key. */
  onKey: (event: KeyboardEvent) => boolean
}

const patterns: Record<Trigger, RegExp> = { '/': /(?:^|\s)\/(\w*)$/, '{{': /\{\{\s*(\w*)$/ }

/** Reports what is typed after a trigger. */
export const Suggestions = Extension.create<SuggestionsOptions>({
  name: 'suggestions',
  // Before the shortcuts of nodes, so that Enter picks.
  priority: 2000,
  addProseMirrorPlugins() {
    const { triggers, onType, onKey } = this.options
    return [
      new Plugin({
        props: {
          handleKeyDown: (_, event) => onKey(event),
          handleDOMEvents: { blur: () => onType(undefined) },
        },
        view: () => ({ update: (view) => onType(findTyped(view, triggers)) }),
      }),
    ]
  },
})

function findTyped(view: EditorView, triggers: readonly Trigger[]): Typed | undefined {
  const { empty, $from } = view.state.selection
  if (!view.editable || !empty || !$from.parent.isTextblock) return undefined
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc')
  for (const trigger of triggers) {
    const query = patterns[trigger].exec(before)?.[1]
    if (query === undefined) continue
    const start = before.lastIndexOf(trigger)
    const from = $from.start() + start
    return { trigger, query, from, to: $from.pos, caret: view.coordsAtPos(from) }
  }
  return undefined
}
