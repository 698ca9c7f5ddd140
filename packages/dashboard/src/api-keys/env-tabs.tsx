import { type ReactNode, useState } from 'react'
import { settings } from '../settings.ts'
import { CodeBlock } from '../ui/copy.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { envFile, type Framework, frameworks, type Keys } from './snippets.ts'

interface EnvTabsProps {
  projectId: string
  keys: Keys
  /** Extra content for a framework, shown below its `.env`. */
  renderMore?: (framework: Framework) => ReactNode
}

/** The keys as a `.env` file for the chosen framework. */
export function EnvTabs({ projectId, keys, renderMore }: EnvTabsProps) {
  const [framework, setFramework] = useState<Framework>('vite')
  return (
    <Tabs
      label="Framework"
      value={framework}
      onChange={setFramework}
      tabs={frameworks.map(({ value, label }) => ({
        value,
        label,
        content: (
          <div className="ui-stack">
            <CodeBlock
              title={value === 'next' ? '.env.local' : '.env'}
              code={envFile(value, settings.url, projectId, keys)}
            />
            {renderMore?.(value)}
          </div>
        ),
      }))}
    />
  )
}
