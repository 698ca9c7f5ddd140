import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../data/data.ts'
import { useAction } from '../data/use-action.ts'
import { settings } from '../settings.ts'
import { Button } from '../ui/button.tsx'
import { Form, TextArea } from '../ui/field.tsx'
import { Card } from '../ui/page.tsx'

interface ChatCardProps {
  threadId: string
  context: 'email-theme' | 'email-template' | 'email-draft'
  source: string
  /** Receives the source that the model suggests. */
  onSuggest: (source: string) => void
}

interface Message {
  role: 'user' | 'assistant'
  text: string
}

/** Renders nothing if the server has no model. */
export function ChatCard(props: ChatCardProps) {
  return settings.hasAiModel ? <Chat {...props} /> : null
}

function Chat({ threadId, context, source, onSuggest }: ChatCardProps) {
  const { call } = useApi()
  const [messages, setMessages] = useState<readonly Message[]>([])
  const [text, setText] = useState('')
  const { isBusy, run } = useAction()
  const send = () => {
    const request = text.trim()
    if (!request) return
    const asked: Message[] = [...messages, { role: 'user', text: request }]
    void run(async () => {
      const history = asked.map(({ role, text: content }, index) => ({
        role,
        // Sends the editor's current source, including unsaved changes.
        content: index === asked.length - 1 ? `${content}\n\nThe current source:\n${source}` : content,
      }))
      const { content } = await call('POST /internal/ai-chat/{thread_id}', {
        params: { thread_id: threadId },
        body: { context_type: context, messages: history },
      })
      const said = content.flatMap((part) => (part.type === 'text' ? [part.text] : []))
      const suggested = content.flatMap((part) => (part.type === 'tool-call' ? [readSource(part.args)] : [])).at(-1)
      if (suggested) onSuggest(suggested)
      const answer = said.join('\n') || (suggested ? 'I updated the source in the editor.' : 'I have no suggestion.')
      setMessages([...asked, { role: 'assistant', text: answer }])
      setText('')
    })
  }
  return (
    <Card title="Ask AI" description="Describe a change. The suggestion appears in the editor and is not saved.">
      {messages.length > 0 && (
        <ol className="ui-list emails-chat" aria-live="polite">
          {messages.map((message, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: messages are only ever added
            <li key={index} data-role={message.role}>
              {message.text}
            </li>
          ))}
        </ol>
      )}
      <Form className="ui-stack" data-gap="small" onSubmit={send}>
        <TextArea label="Message" rows={2} value={text} onChange={(event) => setText(event.target.value)} />
        <div>
          <Button type="submit" icon={<Sparkles />} isBusy={isBusy} disabled={!text.trim()}>
            Send
          </Button>
        </div>
      </Form>
    </Card>
  )
}

function readSource(args: unknown): string | undefined {
  const content = (args as { content?: unknown } | null)?.content
  return typeof content === 'string' ? content : undefined
}
