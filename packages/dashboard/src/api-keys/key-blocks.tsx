import { adminLine, envFile, envFileNames, type Framework, secretServerLine } from '@latchkey/create/env-file'
import { settings } from '../settings.ts'
import { CodeBlock } from '../ui/code-block.tsx'
import type { Keys } from './snippets.ts'

interface KeyBlocksProps {
  framework: Framework
  projectId: string
  keys: Keys
  onCopied: (text: string) => void
}

/** The keys as environment variables. Secret keys stand apart, so that none gets into a file by accident. */
export function KeyBlocks({ framework, projectId, keys, onCopied }: KeyBlocksProps) {
  const { publishable_client_key: publishableClientKey, secret_server_key, super_secret_admin_key } = keys
  const file = envFileNames[framework]
  const variables = envFile(framework, { apiUrl: settings.url, projectId, publishableClientKey })
  return (
    <>
      <CodeBlock title={file} code={variables} language="env" onCopied={onCopied} />
      {secret_server_key && (
        <div>
          <CodeBlock
            title="Secret server key"
            code={secretServerLine(secret_server_key)}
            language="env"
            onCopied={onCopied}
          />
          <p className="ui-hint">{secretHints[framework]}</p>
        </div>
      )}
      {super_secret_admin_key && (
        <div>
          <CodeBlock
            title="Super secret admin key"
            code={adminLine(super_secret_admin_key)}
            language="env"
            onCopied={onCopied}
          />
          <p className="ui-hint">
            For scripts and tools that change the project’s settings. It belongs in no app: keep it in a password
            manager.
          </p>
        </div>
      )}
    </>
  )
}

const secretHints: Record<Framework, string> = {
  vite: 'Your Vite app does not need it. It belongs in the environment of your own server, which can read and change all users with it.',
  next: 'Add it to .env.local if code on your server reads or changes users. Without the prefix NEXT_PUBLIC_, browsers never get it.',
  node: 'Add it to .env on your server, which can read and change all users with it. Do not commit it or send it to browsers.',
}
