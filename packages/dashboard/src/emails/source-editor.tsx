import { type ComponentProps, type ReactNode, useMemo } from 'react'
import { CodeEditor } from '../ui/code-editor.tsx'
import { Badge } from '../ui/page.tsx'
import { ChatCard } from './chat-card.tsx'
import { completeSource, listVariables } from './completions.ts'
import { EmailPreview } from './email-preview.tsx'
import { toProblem } from './problem.ts'
import { type Sources, useRendered } from './rendered.ts'

interface SourceEditorProps {
  kind: 'template' | 'theme'
  label: string
  source: string
  onChange: (source: string) => void
  /** The other sources to render with this one. */
  sources: Sources
  toolbar?: ReactNode
  /** Shown above the source. */
  note?: ReactNode
  isReadOnly?: boolean
  /** The conversation with the AI model, if the server has one. */
  chat: Pick<ComponentProps<typeof ChatCard>, 'threadId' | 'context'>
}

/** The source next to the email the server renders from it. */
export function SourceEditor(props: SourceEditorProps) {
  const { kind, label, source, onChange, sources, toolbar, note, isReadOnly = false, chat } = props
  const rendered = useRendered(sources)
  const { error } = rendered
  const problems = useMemo(() => {
    const problem = error && toProblem(error, kind)
    return problem ? [problem] : []
  }, [error, kind])
  const variables = listVariables(source)
  return (
    <div className="emails-editor">
      <div className="ui-stack" data-gap="small">
        <div className="emails-toolbar">{toolbar}</div>
        {note}
        <CodeEditor
          label={label}
          isReadOnly={isReadOnly}
          language="tsx"
          rows={30}
          value={source}
          onChange={onChange}
          problems={problems}
          error={error}
          complete={completeSource}
        />
        {variables.length > 0 && (
          <p className="ui-caption emails-variables">
            <span>Variables:</span>
            {variables.map(([name, type]) => (
              <Badge key={name}>
                <code>{name}</code>: {type}
              </Badge>
            ))}
          </p>
        )}
        {!isReadOnly && <ChatCard {...chat} source={source} onSuggest={onChange} />}
      </div>
      <EmailPreview {...rendered} />
    </div>
  )
}
