import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { Dialog } from '../ui/dialog.tsx'

interface SecretDialogProps {
  title: string
  secret: string
  /** Escape closes it only after the secret was copied, as with keys. */
  isNew?: boolean | undefined
  description?: string | undefined
  onClose: () => void
}

/** The secret, with code that verifies messages. */
export function SecretDialog({ title, secret, isNew = false, description, onClose }: SecretDialogProps) {
  const [isCopied, setIsCopied] = useState(false)
  const noteCopied = (text: string) => setIsCopied((before) => before || text.includes(secret))
  return (
    <Dialog
      title={title}
      size="large"
      description={
        description ?? 'Messages are signed with this secret. Verify the signature to reject messages from anyone else.'
      }
      onClose={onClose}
      isPersistent={isNew && !isCopied}
      actions={
        <Button variant="primary" onClick={onClose}>
          {isNew ? 'I have saved it' : 'Done'}
        </Button>
      }
    >
      {/* A secret that is selected and copied by hand counts too. */}
      <div className="ui-stack" onCopy={() => noteCopied(getSelection()?.toString() ?? '')}>
        <CodeBlock title=".env" code={`WEBHOOK_SECRET=${secret}`} onCopied={noteCopied} />
        <CodeBlock title="receiver.ts" code={receiver} />
      </div>
    </Dialog>
  )
}

const receiver = `import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.WEBHOOK_SECRET)

export async function POST(request: Request) {
  const { type, data } = webhook.verify(await request.text(), Object.fromEntries(request.headers))
  console.log(type, data)
  return new Response(null, { status: 204 })
}`
