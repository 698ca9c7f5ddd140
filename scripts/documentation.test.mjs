import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { listPublicNames } from './documentation.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const packages = {
  sdk: listPublicNames('sdk'),
  'sdk/mcp': listPublicNames('sdk', 'src/mcp/mcp.ts'),
  react: listPublicNames('react'),
  'react/next': listPublicNames('react', 'src/next/index.ts'),
}

test.each(Object.entries(packages))('everything public in %s is explained, and shown in an example', (_, names) => {
  expect(names.length).toBeGreaterThan(30)
  expect(names.filter(({ isMissing }) => isMissing).map(({ name }) => name)).toEqual([])
})

test('all examples compile', { timeout: 240_000 }, () => {
  // Below node_modules, so that it is neither linted nor committed.
  const folder = join(root, 'node_modules/.cache/latchkey/examples')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [name, names] of Object.entries(packages)) {
    writeFileSync(join(folder, `${name.replace('/', '-')}.tsx`), `${preambleOf(name, names)}\n${examplesOf(names)}`)
  }
  const compilerOptions = {
    noEmit: true,
    composite: false,
    declaration: false,
    declarationMap: false,
    noUnusedLocals: false,
    verbatimModuleSyntax: false,
    isolatedModules: false,
    jsx: 'react-jsx',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: ['node', 'react'],
    customConditions: ['latchkey-source'],
  }
  const config = {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions,
    include: ['*.tsx', join(root, 'packages/react/src/next/next.d.ts')],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  expect(compile(folder)).toBe('')
})

const variablesOfSdk = {
  latchkey: 'ServerApp<true>',
  app: 'ServerApp<true>',
  adminApp: 'AdminApp<true>',
  internalApp: "ServerApp<true, 'internal'>",
  owner: 'CurrentInternalServerUser',
  user: 'CurrentServerUser',
  serverUser: 'CurrentServerUser',
  team: 'ServerTeam',
  client: 'OAuthClient',
  otherTeam: 'ServerTeam',
  member: 'ServerTeamUser',
  profile: 'EditableTeamMemberProfile',
  session: 'ActiveSession & Session',
  channel: 'ServerContactChannel',
  category: 'NotificationCategory',
  provider: 'ServerOAuthProvider',
  connection: 'OAuthConnection',
  company: 'CompanyConnection',
  domain: 'ConnectionDomain',
  directory: 'Directory',
  issuer: 'string',
  clientId: 'string',
  clientSecret: 'string',
  invitation: 'TeamInvitation',
  apiKey: 'UserApiKey & InternalApiKey',
  passkey: 'Passkey',
  page: 'PageOf<OAuthClient>',
  grant: 'OAuthGrant',
  keys: 'InternalApiKey[]',
  item: 'ServerItem',
  vault: 'DataVaultStore',
  project: 'AdminProject',
  endpoint: 'WebhookEndpoint',
  delivery: 'WebhookDelivery',
  theme: 'AdminEmailTheme',
  template: 'AdminEmailTemplate',
  draft: 'AdminEmailDraft',
  email: 'string & { id: string }',
  emailConfig: 'AdminEmailServer',
  options: 'InternalApiKeyCreateOptions',
  request: 'Request',
  ctx: 'ConvexContext',
  result: 'Result<string, Error>',
  error: 'any',
  expiresAt: 'Date',
  signal: 'AbortSignal',
  value: 'string',
  token: 'string',
  secret: 'string',
  password: 'string',
  oldPassword: 'string',
  newPassword: 'string',
  code: 'string',
  fullCode: 'string',
  attemptCode: 'string',
  appUrl: 'string',
  url: 'string',
  json: 'string',
  tsxSource: 'string',
  id: 'string',
  userId: 'string',
  teamId: 'string',
  projectId: 'string',
  providerId: 'string',
  accessToken: 'string',
  refreshToken: 'string',
  query: '<T>(definition: T) => T',
  ConvexReactClient: 'any',
  ConvexHttpClient: 'any',
  ask: '(methods: unknown) => Promise<void>',
  askForNewCode: '() => void',
  retryLater: '() => void',
}

const variablesOfMcp = {
  resource: 'ProtectedResource',
  access: 'ResourceAccess',
  request: 'Request',
  token: 'string',
  clientId: 'string',
  clientSecret: 'string',
  handler: '{ fetch(request: Request, options: { authInfo: ResourceAccess }): Promise<Response> }',
  app: '{ use(path: string[], handler: unknown): void }',
}

const variablesOfReact = {
  latchkey: 'ServerApp<true>',
  adminApp: 'AdminApp<true>',
  internalApp: "ServerApp<true, 'internal'>",
  owner: 'CurrentInternalServerUser',
  user: 'CurrentServerUser',
  team: 'ServerTeam',
  project: 'AdminProject',
  connection: 'OAuthConnection',
  vault: 'DataVaultStore',
  request: 'Request',
  children: 'string',
  props: '{}',
  searchParams: 'Record<string, string>',
  error: 'unknown',
  navigate: '(to: string) => void',
  nonce: 'string',
  secret: 'string',
  userId: 'string',
  teamId: 'string',
  themeId: 'string',
  templateId: 'string',
  providerId: 'string',
}

function examplesOf(names) {
  const examples = names.flatMap(({ name, examples }) => examples.map((code) => ({ name, code })))
  // What declares or imports stands at the top of a file, and the guides show it.
  const statements = examples.filter(({ code }) => !/^(declare module|import) /.test(code))
  return statements
    .map(({ name, code }, i) => `async function example${i}() {\n// ${name}\n${code}\n}`)
    .join('\n')
    .replaceAll(/process\.env\.(\w+)/g, '(process.env.$1 as string)')
}

/** The names that examples share. */
function preambleOf(name, names) {
  const exported = names.filter((each) => !each.name.includes('.')).map((each) => each.name)
  const variables = { sdk: variablesOfSdk, 'sdk/mcp': variablesOfMcp }[name] ?? variablesOfReact
  const declarations = Object.entries(variables).map(([variable, type]) => `declare const ${variable}: ${type}`)
  return [`import { ${exported.join(', ')} } from '@latchkey/${name}'`, ...declarations].join('\n')
}

function compile(folder) {
  try {
    const args = [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder]
    return execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
  } catch ({ stdout }) {
    return stdout
  }
}
