import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { Dialog } from '../ui/dialog.tsx'

interface SecretDialogProps {
  title: string
  secret: string
  description?: string | undefined
  onClose: () => void
}

/** The secret, with code that verifies messages. */
export function SecretDialog({ title, secret, description, onClose }: SecretDialogProps) {
  return (
    <Dialog
      title={title}
      size="large"
      description={
        description ?? 'Messages are signed with this secret. Verify the signature to reject messages from anyone else.'
      }
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <CodeBlock title=".env" code={`WEBHOOK_SECRET=${secret}`} />
      <CodeBlock title="receiver.ts" code={receiver} />
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
