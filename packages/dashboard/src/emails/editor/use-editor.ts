import { Editor, type Extensions, type JSONContent } from '@tiptap/core'
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'

interface EditorOptions {
  label: string
  description?: string | undefined
  extensions: () => Extensions
  value: JSONContent
  onChange: (value: JSONContent) => void
  isReadOnly: boolean
  isMultiline: boolean
}

/** An editor in the element of `host`. Renders again with every transaction. */
export function useEditor({ label, description, isReadOnly, isMultiline, value, ...options }: EditorOptions) {
  const host = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor>()
  const [, render] = useReducer((count: number) => count + 1, 0)
  // The document as it was given, with the value it was made from, and the value that was reported last.
  const opened = useRef({ doc: undefined as Editor['state']['doc'] | undefined, value, reported: value })
  const extensions = useEffectEvent(() => options.extensions())
  const change = useEffectEvent((current: Editor) => {
    // Undoing everything leads back to the same value, not to one with more attributes.
    const isOpened = opened.current.doc?.eq(current.state.doc)
    opened.current.reported = isOpened ? opened.current.value : toValue(current.getJSON())
    options.onChange(opened.current.reported)
  })
  const initial = useEffectEvent(() => value)

  useEffect(() => {
    const created = new Editor({
      element: host.current,
      extensions: extensions(),
      content: initial(),
      // The Content-Security-Policy forbids style elements.
      injectCSS: false,
      editorProps: {
        attributes: {
          role: 'textbox',
          'aria-label': label,
          'aria-multiline': String(isMultiline),
          ...(description && { 'aria-description': description }),
        },
      },
      onUpdate: ({ editor: current }) => change(current),
      onTransaction: render,
    })
    opened.current = { doc: created.state.doc, value: initial(), reported: initial() }
    setEditor(created)
    return () => created.destroy()
  }, [label, description, isMultiline])

  useEffect(() => {
    if (!editor || editor.isDestroyed || isSame(opened.current.reported, value)) return
    editor.commands.setContent(value, { emitUpdate: false })
    opened.current = { doc: editor.state.doc, value, reported: value }
  }, [editor, value])

  useEffect(() => {
    editor?.setEditable(!isReadOnly, false)
  }, [editor, isReadOnly])

  return { host, editor }
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Without attributes that have no value. */
function toValue({ attrs, content, ...node }: JSONContent): JSONContent {
  const given = Object.entries(attrs ?? {}).filter(([, value]) => value !== null && value !== undefined)
  return {
    ...node,
    ...(given.length > 0 && { attrs: Object.fromEntries(given) }),
    ...(content && { content: content.map(toValue) }),
  }
}
