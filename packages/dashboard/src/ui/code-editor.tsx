import type { CompletionSource } from '@codemirror/autocomplete'
import { lazy, Suspense } from 'react'
import './code-editor.css'
import { Loading, Skeleton } from './skeleton.tsx'

export interface CodeProblem {
  message: string
  /** Counted from 1. Problems without a line are shown at the first. */
  line?: number | undefined
  /** Counted from 1. Without it, the whole line is underlined. */
  column?: number | undefined
}

export interface CodeEditorProps {
  label: string
  language: 'json' | 'tsx'
  value: string
  onChange?: ((value: string) => void) | undefined
  isReadOnly?: boolean | undefined
  /** Shown at their lines, besides the syntax errors that the editor finds in JSON by itself. */
  problems?: readonly CodeProblem[] | undefined
  /** What can be completed, besides what the language offers. */
  complete?: CompletionSource | undefined
  hint?: string | undefined
  /** Stands in place of the hint and is announced. */
  error?: string | undefined
}

// The editor is larger than all the rest of the dashboard, so only pages that need it load it.
const Editor = lazy(() => import('./code-editor-view.tsx'))

const lineHeight = 20

/** With `rows`, that many lines fit, and longer code scrolls. Without it, the editor fills what it stands in. */
export function CodeEditor({ rows, error, ...props }: CodeEditorProps & { rows?: number | undefined }) {
  const howToLeave = 'Tab indents; press Esc, then Tab, to leave the editor.'
  const hint = [props.hint, ...(props.isReadOnly ? [] : [howToLeave])].filter(Boolean).join(' ')
  const height = rows === undefined ? undefined : rows * lineHeight + 16
  return (
    <div className="ui-code-editor" data-fills={height === undefined || undefined}>
      <div className="ui-code-editor-frame" style={{ height }}>
        <Suspense fallback={<CodeSkeleton />}>
          <Editor {...props} hint={hint} />
        </Suspense>
      </div>
      {(error ?? hint) && (
        <p className={error ? 'ui-error' : 'ui-hint'} role={error ? 'alert' : undefined}>
          {error ?? hint}
        </p>
      )}
    </div>
  )
}

function CodeSkeleton() {
  return (
    <Loading>
      <div className="ui-code-editor-skeleton">
        {[64, 40, 52, 30, 46].map((width) => (
          <Skeleton key={width} width={`${width}%`} height={10} />
        ))}
      </div>
    </Loading>
  )
}
