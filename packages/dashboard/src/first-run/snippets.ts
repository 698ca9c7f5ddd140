import type { Framework } from '@latchkey/create/env-file'
import nextHandler from '@latchkey/create/templates/next/app/handler/[...latchkey]/page.tsx?raw'
import nextLayout from '@latchkey/create/templates/next/app/layout.tsx?raw'
import nextPage from '@latchkey/create/templates/next/app/page.tsx?raw'
import nextApp from '@latchkey/create/templates/next/latchkey.ts?raw'
import viteMain from '@latchkey/create/templates/vite/src/main.tsx?raw'

interface Snippet {
  /** The package that the server serves. */
  package: 'react' | 'sdk'
  files: readonly { path: string; code: string }[]
  /** Starts the app. */
  run: string
}

// The code of new apps, which the README and the guides show too.
const snippets: Record<Framework, Snippet> = {
  vite: { package: 'react', files: [{ path: 'src/main.tsx', code: viteMain }], run: 'npm run dev' },
  next: {
    package: 'react',
    files: [
      { path: 'latchkey.ts', code: nextApp },
      { path: 'app/layout.tsx', code: nextLayout },
      { path: 'app/handler/[...latchkey]/page.tsx', code: nextHandler },
      { path: 'app/page.tsx', code: nextPage },
    ],
    run: 'npm run dev',
  },
  node: {
    package: 'sdk',
    files: [
      {
        path: 'first-user.mjs',
        code: `import { ServerApp } from '@latchkey/sdk'

const latchkey = new ServerApp({ tokenStore: 'memory' })

const user = await latchkey.createUser({ primaryEmail: 'ada@example.com', displayName: 'Ada' })
console.log('Created', user.id)

for (const { primaryEmail } of await latchkey.listUsers()) console.log(primaryEmail)
`,
      },
    ],
    run: 'node --env-file=.env first-user.mjs',
  },
}

export const snippetOf = (framework: Framework): Snippet => snippets[framework]

interface CreateCommand {
  serverUrl: string
  framework: Framework
  projectId: string
  projectName: string
  publishableClientKey: string
}

/** Makes an app that is connected. The name of its folder comes from the project, with nothing that a shell interprets. */
export function createCommand({ serverUrl, framework, projectId, projectName, publishableClientKey }: CreateCommand) {
  const name =
    projectName
      .toLowerCase()
      .match(/[a-z0-9]+/g)
      ?.join('-')
      .slice(0, 40) ?? 'my-app'
  const options = `--framework ${framework} --project ${projectId} --key ${publishableClientKey}`
  return `npx ${serverUrl}/packages/create.tgz ${name} ${options}`
}
