import { Monitor, Moon, Smartphone, Sun } from 'lucide-react'
import { type ComponentProps, type ReactNode, useMemo, useState } from 'react'
import { IconButton } from '../ui/button.tsx'
import { CodeEditor } from '../ui/code-editor.tsx'
import { Badge } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ChatCard } from './chat-card.tsx'
import { completeSource, listVariables } from './completions.ts'
import { EmailFrame } from './email-frame.tsx'
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
  /** The conversation with the AI model, if the server has one. */
  chat: Pick<ComponentProps<typeof ChatCard>, 'threadId' | 'context'>
}

/** The source next to the email the server renders from it. */
export function SourceEditor({ kind, label, source, onChange, sources, toolbar, chat }: SourceEditorProps) {
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
        <CodeEditor
          label={label}
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
        <ChatCard {...chat} source={source} onSuggest={onChange} />
      </div>
      <EmailPreview {...rendered} />
    </div>
  )
}

type PreviewProps = ReturnType<typeof useRendered>

function EmailPreview({ html, subject, category, error, isStale }: PreviewProps) {
  const [width, setWidth] = useState<'desktop' | 'phone'>('desktop')
  const [scheme, setScheme] = useState<'light' | 'dark'>('light')
  return (
    <section className="ui-stack" data-gap="small" aria-label="Preview">
      <div className="emails-toolbar">
        <span className="emails-subject">
          {subject === undefined ? <span className="ui-muted">Preview</span> : <bdi>{subject}</bdi>}
        </span>
        {category && <Badge>{category}</Badge>}
        <span className="ui-row" data-end>
          <IconButton
            {...toggle(width === 'desktop', () => setWidth('desktop'))}
            label="Desktop width"
            icon={<Monitor />}
          />
          <IconButton
            {...toggle(width === 'phone', () => setWidth('phone'))}
            label="Phone width"
            icon={<Smartphone />}
          />
          <IconButton {...toggle(scheme === 'light', () => setScheme('light'))} label="Light" icon={<Sun />} />
          <IconButton {...toggle(scheme === 'dark', () => setScheme('dark'))} label="Dark" icon={<Moon />} />
        </span>
      </div>
      <div className="emails-preview" data-stale={isStale || Boolean(error) || undefined}>
        {html ? (
          <EmailFrame title="Preview of the email" html={html} width={width} scheme={scheme} />
        ) : (
          !error && <Skeleton height={420} />
        )}
      </div>
    </section>
  )
}

const toggle = (isOn: boolean, onClick: () => void) => ({ size: 'small', 'aria-pressed': isOn, onClick }) as const
