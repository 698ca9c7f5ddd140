import { lazy, type ReactNode, Suspense } from 'react'
import { CardSkeleton } from '../ui/skeleton.tsx'
import './editor/editor.css'
import type { DocumentFieldsProps } from './editor/document-fields.tsx'
import { EmailPreview } from './email-preview.tsx'
import { type Sources, useRendered } from './rendered.ts'

// With its editor, which is loaded only for visual emails.
const DocumentFields = lazy(() => import('./editor/document-fields.tsx'))

interface VisualEditorProps extends DocumentFieldsProps {
  sources: Sources
  toolbar?: ReactNode
}

/** The email as people write it, next to the one the server renders from it. */
export function VisualEditor({ sources, toolbar, ...fields }: VisualEditorProps) {
  const rendered = useRendered(sources)
  return (
    <div className="emails-editor">
      <div className="ui-stack">
        <div className="emails-toolbar">{toolbar}</div>
        <Suspense fallback={<CardSkeleton />}>
          <DocumentFields {...fields} />
        </Suspense>
        {rendered.error && fields.document.subject.trim() && (
          <p className="ui-error" role="alert">
            {rendered.error}
          </p>
        )}
      </div>
      <EmailPreview {...rendered} />
    </div>
  )
}
