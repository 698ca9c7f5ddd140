import type { CompletionSource } from '@codemirror/autocomplete'
import { lazy, Suspense } from 'react'
import './code-editor.css'
import { useLock } from './lock.tsx'
import { Loading, Skeleton } from './skeleton.tsx'

export interface CodeProblem {
  message: string
  /** Starts at 1. Problems without a line are shown at the first. */
  line?: number | undefined
  /** Starts at 1. Without it, the whole line is underlined. */
  column?: number | undefined
}

export interface CodeEditorProps {
  label: string
  language: 'json' | 'tsx'
  value: string
  onChange?: ((value: string) => void) | undefined
  isReadOnly?: boolean | undefined
  /** Shown at their lines, in addition to the JSON syntax errors the editor finds. */
  problems?: readonly CodeProblem[] | undefined
  /** Completions in addition to those of the language. */
  complete?: CompletionSource | undefined
  hint?: string | undefined
  /** Replaces the hint and is announced. */
  error?: string | undefined
}

// The editor is larger than the rest of the dashboard, so only pages that need it load it.
const Editor = lazy(() => import('./code-editor-view.tsx'))

const lineHeight = 20

/** `rows` sets the height, and longer code scrolls. Without it, the editor fills its container. */
export function CodeEditor({ rows, error, ...props }: CodeEditorProps & { rows?: number | undefined }) {
  const isLocked = useLock() !== undefined
  const { isReadOnly = isLocked } = props
  const howToLeave = 'Tab indents. Press Esc, then Tab, to leave the editor.'
  const hint = [props.hint, ...(isReadOnly ? [] : [howToLeave])].filter(Boolean).join(' ')
  const height = rows === undefined ? undefined : rows * lineHeight + 16
  return (
    <div className="ui-code-editor" data-fills={height === undefined || undefined}>
      <div className="ui-code-editor-frame" style={{ height }}>
        <Suspense fallback={<CodeSkeleton />}>
          <Editor {...props} isReadOnly={isReadOnly} hint={hint} />
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
