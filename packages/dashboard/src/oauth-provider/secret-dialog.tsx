import { useState } from 'react'
import type { Reply } from '../data/call.ts'
import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useAddresses } from './provider.ts'
import { environmentFor, snippetFor } from './snippets.ts'

interface SecretDialogProps {
  client: Reply<'GET /oauth-clients/{id}'>
  /** Null for clients that have none. */
  secret: string | null
  /** It replaces an earlier secret. */
  isReplacement?: boolean | undefined
  onClose: () => void
}

/** The only time the secret is shown, so Escape closes it only after it was copied. */
export function SecretDialog({ client, secret, isReplacement = false, onClose }: SecretDialogProps) {
  const { issuer } = useAddresses()
  const [isCopied, setIsCopied] = useState(secret === null)
  const noteCopied = (text: string) => setIsCopied((before) => before || (secret !== null && text.includes(secret)))
  return (
    <Dialog
      title={
        isReplacement
          ? 'Save the new secret now'
          : secret
            ? 'Save the secret now'
            : `${client.display_name} is registered`
      }
      description={
        secret
          ? 'The server stores only a hash, so the secret cannot be shown again.'
          : 'Put the client ID into the app. It needs no secret.'
      }
      size="large"
      onClose={onClose}
      isPersistent={!isCopied}
      actions={
        <Button variant="primary" onClick={onClose}>
          {secret ? 'I have saved it' : 'Done'}
        </Button>
      }
    >
      {/* A secret that is selected and copied by hand counts too. */}
      <div className="ui-stack" onCopy={() => noteCopied(getSelection()?.toString() ?? '')}>
        <CodeBlock
          title=".env"
          code={environmentFor({ issuer, clientId: client.id, type: client.type, secret })}
          language="env"
          onCopied={noteCopied}
        />
        {!isReplacement && <CodeBlock title="With openid-client" code={snippetFor(client, secret !== null)} />}
      </div>
    </Dialog>
  )
}
