import { envFileNames, type Framework } from '@latchkey/create/env-file'
import { type ReactNode, useState } from 'react'
import { UnsavedKeys, useCopiedKeys } from '../api-keys/copied-keys.tsx'
import { KeyBlocks } from '../api-keys/key-blocks.tsx'
import { frameworks, type Keys } from '../api-keys/snippets.ts'
import { useProject } from '../data/owner.ts'
import { settings } from '../settings.ts'
import { CodeBlock } from '../ui/code-block.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { createCommand, snippetOf } from './snippets.ts'

/** Create or install, keys, code, run: for the chosen framework. */
export function ConnectSteps({ keys }: { keys: Keys }) {
  const [framework, setFramework] = useState<Framework>('vite')
  const { isUnsaved, noteCopied } = useCopiedKeys(keys)
  return (
    <UnsavedKeys isUnsaved={isUnsaved} noteCopied={noteCopied}>
      <Tabs
        label="Framework"
        value={framework}
        onChange={setFramework}
        tabs={frameworks.map(({ value, label }) => ({
          value,
          label,
          content: <Steps framework={value} keys={keys} onCopied={noteCopied} />,
        }))}
      />
    </UnsavedKeys>
  )
}

interface StepsProps {
  framework: Framework
  keys: Keys
  onCopied: (text: string) => void
}

function Steps({ framework, keys, onCopied }: StepsProps) {
  const project = useProject()
  const { files, run } = snippetOf(framework)
  const isApp = framework !== 'node'
  return (
    <ol className="connect-steps">
      <InstallStep framework={framework} publishableClientKey={keys.publishable_client_key} onCopied={onCopied} />
      <Step
        title={`Save the keys in ${envFileNames[framework]}`}
        description={`${isApp ? 'A new app has this file already. ' : ''}The server stores only a hash, so the keys cannot be shown again.`}
      >
        <KeyBlocks framework={framework} projectId={project.id} keys={keys} onCopied={onCopied} />
      </Step>
      <Step title="Add the code" description={isApp ? 'A new app has this code already.' : undefined}>
        {files.map(({ path, code }) => (
          <CodeBlock key={path} title={path} code={code.trimEnd()} language="tsx" />
        ))}
      </Step>
      <Step
        title={isApp ? 'Start the app and sign up' : 'Run it'}
        description={isApp ? 'Open the address that the command prints, and create an account.' : undefined}
      >
        <CodeBlock title="Terminal" code={run} language="sh" />
      </Step>
    </ol>
  )
}

interface InstallStepProps {
  framework: Framework
  publishableClientKey: string | undefined
  onCopied: (text: string) => void
}

/** The packages come from this server, in its own version. */
function InstallStep({ framework, publishableClientKey, onCopied }: InstallStepProps) {
  const { id, display_name } = useProject()
  const install = `npm install ${settings.url}/packages/${snippetOf(framework).package}.tgz`
  if (framework === 'node' || !publishableClientKey) {
    return (
      <Step title="Install the package">
        <CodeBlock title="Terminal" code={install} language="sh" />
      </Step>
    )
  }
  const app = { serverUrl: settings.url, framework, projectId: id, projectName: display_name, publishableClientKey }
  return (
    <Step
      title="Create an app, or install the package"
      description="This server provides the packages. Run one of the two."
    >
      <CodeBlock title="New app" code={createCommand(app)} language="sh" onCopied={onCopied} />
      <CodeBlock title="Existing app" code={install} language="sh" />
    </Step>
  )
}

function Step({
  title,
  description,
  children,
}: {
  title: string
  description?: string | undefined
  children: ReactNode
}) {
  return (
    <li>
      <h2>{title}</h2>
      {description && <p className="ui-muted">{description}</p>}
      <div className="connect-step-blocks">{children}</div>
    </li>
  )
}
