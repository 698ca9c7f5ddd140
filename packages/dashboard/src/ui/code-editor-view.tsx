import { autocompletion, type CompletionSource, closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { javascript } from '@codemirror/lang-javascript'
import { json } from '@codemirror/lang-json'
import { bracketMatching, indentOnInput, syntaxHighlighting, syntaxTree } from '@codemirror/language'
import { type Diagnostic, linter, lintGutter, lintKeymap } from '@codemirror/lint'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { Annotation, EditorState, type Extension, StateEffect, StateField, type Text } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { CodeEditorProps, CodeProblem } from './code-editor.tsx'
import { codeEditorTheme, codeHighlighting } from './code-editor-theme.ts'

export default function CodeEditorView({ value, problems, ...options }: CodeEditorProps) {
  const { label, hint = '', language, isReadOnly = false } = options
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const change = useEffectEvent((text: string) => options.onChange?.(text))
  const complete = useEffectEvent<CompletionSource>((context) => options.complete?.(context) ?? null)
  const initialValue = useEffectEvent(() => value)

  useEffect(() => {
    if (!host.current) return
    // In a shadow root, the editor uses adopted style sheets, which the Content-Security-Policy allows.
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    const editor = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        doc: initialValue(),
        extensions: [
          isReadOnly ? EditorState.readOnly.of(true) : [],
          EditorView.contentAttributes.of({
            // Focusable anyway, but not every tool detects that.
            tabindex: '0',
            'aria-label': label,
            // Not by reference, which does not cross into a shadow root.
            'aria-description': hint,
            'aria-readonly': String(isReadOnly),
          }),
          EditorState.languageData.of(() => [{ autocomplete: complete }]),
          languages[language],
          setup,
          EditorView.updateListener.of((update) => {
            const isTyped = !update.transactions.some((transaction) => transaction.annotation(fromOutside))
            if (update.docChanged && isTyped) change(update.state.doc.toString())
          }),
        ],
      }),
    })
    view.current = editor
    return () => editor.destroy()
  }, [label, hint, language, isReadOnly])

  useEffect(() => {
    const { current } = view
    if (!current || current.state.doc.toString() === value) return
    current.dispatch({
      changes: { from: 0, to: current.state.doc.length, insert: value },
      annotations: fromOutside.of(true),
    })
  }, [value])

  useEffect(() => {
    view.current?.dispatch({ effects: setProblems.of(problems ?? []) })
  }, [problems])

  return <div ref={host} className="ui-code-editor-host" />
}

/** Marks changes that were not typed. */
const fromOutside = Annotation.define<boolean>()
const setProblems = StateEffect.define<readonly CodeProblem[]>()
const problemField = StateField.define<readonly CodeProblem[]>({
  create: () => [],
  update: (known, { effects }) => effects.find((effect) => effect.is(setProblems))?.value ?? known,
})

/** Maps reported problems to lines whenever they or the text change. */
function lintWith(findMore: (view: EditorView) => readonly Diagnostic[]): Extension {
  return linter(
    (view) => [
      ...findMore(view),
      ...view.state.field(problemField).map((problem) => toDiagnostic(problem, view.state.doc)),
    ],
    {
      delay: 200,
      needsRefresh: ({ state, startState }) => state.field(problemField) !== startState.field(problemField),
    },
  )
}

function toDiagnostic({ message, line = 1, column }: CodeProblem, doc: Text): Diagnostic {
  const at = doc.line(Math.min(Math.max(line, 1), doc.lines))
  const from = column === undefined ? at.from : Math.min(at.from + column - 1, at.to)
  return { severity: 'error', message, from, to: at.to }
}

/** Uses the editor's parser, because not all browsers report the position of a JSON error. */
function findJsonProblems({ state }: EditorView): readonly Diagnostic[] {
  const text = state.doc.toString()
  try {
    if (text.trim()) JSON.parse(text)
    return []
  } catch (error) {
    let at = 0
    syntaxTree(state).iterate({
      enter: (node) => {
        if (node.type.isError && at === 0) at = node.from
      },
    })
    const { to } = state.doc.lineAt(at)
    return [{ severity: 'error', message: (error as Error).message, from: at, to }]
  }
}

const languages: Record<CodeEditorProps['language'], Extension> = {
  json: [json(), lintWith(findJsonProblems)],
  tsx: [javascript({ jsx: true, typescript: true }), lintWith(() => [])],
}

const setup: Extension = [
  problemField,
  lineNumbers(),
  lintGutter(),
  highlightActiveLineGutter(),
  highlightActiveLine(),
  highlightSpecialChars(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  autocompletion({ icons: false }),
  search({ top: true }),
  highlightSelectionMatches(),
  keymap.of([
    ...closeBracketsKeymap,
    ...defaultKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...lintKeymap,
    indentWithTab,
  ]),
  codeEditorTheme,
  syntaxHighlighting(codeHighlighting),
]
