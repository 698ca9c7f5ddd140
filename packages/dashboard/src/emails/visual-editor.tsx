import type { EmailDocument } from '@latchkey/contract'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { CardSkeleton } from '../ui/skeleton.tsx'
import './editor/editor.css'
import type { DocumentFieldsProps } from './editor/document-fields.tsx'
import { EmailPreview } from './email-preview.tsx'
import { type Sources, useRendered } from './rendered.ts'
import { type Variant, VariantsBar } from './variants.tsx'

// With its editor, which is loaded only for visual emails.
const DocumentFields = lazy(() => import('./editor/document-fields.tsx'))

interface VisualEditorProps extends DocumentFieldsProps {
  sources: Sources
  toolbar?: ReactNode
  findText?: ((language: string) => Promise<Variant | undefined>) | undefined
  isBuiltIn?: boolean | undefined
}

/** The email as people write it, next to the one the server renders from it. */
export function VisualEditor({ sources, toolbar, findText, isBuiltIn, ...fields }: VisualEditorProps) {
  const { document, onChange, isReadOnly } = fields
  const [picked, setPicked] = useState('')
  // Undoing changes can take the language away.
  const variant = document.translations?.[picked]
  const language = variant ? picked : ''
  const rendered = useRendered(language ? { ...sources, locale: language } : sources)
  const shown = variant ? { category: document.category, ...variant } : document
  const change = (next: EmailDocument) => onChange(variant ? withVariant(document, language, next) : next)
  return (
    <div className="emails-editor">
      <div className="ui-stack">
        <div className="emails-toolbar">{toolbar}</div>
        <VariantsBar {...{ document, onChange, language, findText, isBuiltIn, isReadOnly }} onPick={setPicked} />
        <Suspense fallback={<CardSkeleton />}>
          <DocumentFields key={language} {...fields} document={shown} onChange={change} />
        </Suspense>
        {rendered.error && shown.subject.trim() && (
          <p className="ui-error" role="alert">
            {rendered.error}
          </p>
        )}
      </div>
      <EmailPreview {...rendered} />
    </div>
  )
}

/** The category is that of all languages. */
function withVariant(
  document: EmailDocument,
  language: string,
  { category, ...variant }: EmailDocument,
): EmailDocument {
  return { ...document, category, translations: { ...document.translations, [language]: variant } }
}
