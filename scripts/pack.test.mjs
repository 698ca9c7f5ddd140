import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packPackages, publicPackages, stagePackages } from './pack.mjs'
import { runNpm } from './run.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'latchkey-packages-'))
const tarballs = {}

beforeAll(() => {
  stagePackages(folder)
  packPackages(folder).forEach((path, index) => {
    tarballs[publicPackages[index]] = path
  })
})
afterAll(() => rmSync(folder, { recursive: true }))

const manifestOf = (name) => JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8'))
const { version } = JSON.parse(readFileSync(join(root, 'packages/sdk/package.json'), 'utf8'))

describe.each(publicPackages)('@latchkey/%s', (name) => {
  test('is described correctly for bundlers and runtimes', async () => {
    const { messages } = await publint({ pkgDir: join(folder, name), strict: true, pack: false })
    expect(messages).toEqual([])
  })

  test('has the right types however they are resolved', async () => {
    const data = createPackageFromTarballData(new Uint8Array(readFileSync(tarballs[name])))
    const { problems = [] } = await checkPackage(data, { excludeEntrypoints: ['./styles.css'] })
    // `require` of ES modules works in every version of Node that we support; see below.
    expect(problems.filter(({ kind }) => kind !== 'CJSResolvesToESM')).toEqual([])
  })

  test('consists of what its users need', () => {
    const files = readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)
    expect(files).toContain('README.md')
    expect(files).toContain('LICENSE')
    const unneeded = files.filter(
      (file) => !/^(README\.md|LICENSE|package\.json|styles\.css)$|\.js$|\.d\.ts$/.test(file),
    )
    expect(unneeded).toEqual([])
    expect(files.filter((file) => /\.test\.|tsbuildinfo/.test(file))).toEqual([])
  })

  test('needs the other packages in the same version, and nothing of this repository', () => {
    const manifest = manifestOf(name)
    const ours = Object.entries(manifest.dependencies ?? {}).filter(([other]) => other.startsWith('@latchkey/'))
    for (const [, range] of ours) expect(range).toBe(version)
    expect(manifest).toMatchObject({ version, license: 'MIT', engines: { node: '>=20.19' } })
    expect(JSON.stringify(manifest)).not.toMatch(/latchkey-source|src\/|devDependencies|"private"/)
  })

  test('can be published', () => {
    const output = runNpm(['publish', '--dry-run', '--json'], { cwd: join(folder, name) })
    expect(output).toContain(`@latchkey/${name}@${version}`)
  })
})

describe('an app that has installed the packages', () => {
  const app = join(folder, 'app')
  const run = (...args) => execFileSync(process.execPath, args, { cwd: app, encoding: 'utf8', stdio: 'pipe' })

  beforeAll(() => {
    const others = new Set(['react', 'react-dom', '@types/react', '@types/react-dom', '@types/node', 'csstype'])
    for (const name of publicPackages) {
      const target = join(app, 'node_modules/@latchkey', name)
      cpSync(join(folder, name), target, { recursive: true })
      for (const other of Object.keys(manifestOf(name).dependencies ?? {})) others.add(other)
    }
    // Only what the packages say they need, as it is installed here.
    for (const name of [...others].filter((name) => !name.startsWith('@latchkey/'))) {
      const link = join(app, 'node_modules', name)
      mkdirSync(dirname(link), { recursive: true })
      const own = join(root, 'packages/cli/node_modules', name)
      symlinkSync(isFolder(own) ? own : join(root, 'node_modules', name), link, 'junction')
    }
  })

  test('imports them in ES modules', () => {
    const imports = ['ServerApp', 'SignIn', 'protectResource'].map(
      (name, i) => `import { ${name} } from '${entries[i]}'\n`,
    )
    write('app.mjs', `${imports.join('')}${log}`)
    expect(run('app.mjs')).toBe('function function function\n')
  })

  test('requires them in CommonJS modules', () => {
    write(
      'app.cjs',
      `const { ServerApp, SignIn, protectResource } = { ${entries.map((entry) => `...require('${entry}')`)} }\n${log}`,
    )
    expect(run('app.cjs')).toBe('function function function\n')
  })

  test('runs the command', () => {
    // npm links a command when it installs this repository, which is before anything is built.
    expect(manifestOf('cli').bin.latchkey).not.toContain('dist')
    expect(run('node_modules/@latchkey/cli/bin/latchkey.js', '--version')).toBe(`${version}\n`)
  })

  test.each([
    ['node16', 'app.mts', { module: 'node20' }],
    ['node16 in CommonJS', 'app.cts', { module: 'nodenext' }],
    ['bundler', 'app.ts', { module: 'esnext', moduleResolution: 'bundler' }],
  ])('compiles with the types of all packages: %s', { timeout: 240_000 }, (_, file, options) => {
    write('package.json', '{ "type": "module" }')
    write(file, typedApp)
    const compilerOptions = {
      ...options,
      noEmit: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      target: 'es2022',
      lib: ['es2023', 'dom', 'dom.iterable', 'esnext.disposable'],
      types: ['node', 'react', 'react-dom'],
    }
    write('tsconfig.json', JSON.stringify({ compilerOptions, files: [file] }))
    expect(compile()).toBe('')
  })

  test('is bundled by Vite without what it does not use', () => {
    write('index.html', '<script type="module" src="main.js"></script>')
    write('main.js', `import { ClientApp } from '@latchkey/sdk'\nimport '@latchkey/react/styles.css'\n${client}`)
    run(join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn')
    const assets = readdirSync(join(app, 'dist/assets'))
    expect(assets.filter((file) => file.endsWith('.css'))).toHaveLength(1)
    const code = assets
      .filter((file) => file.endsWith('.js'))
      .map((file) => readFileSync(join(app, 'dist/assets', file)))
    expect(code.join()).not.toMatch(/zod|sourceMappingURL/)
  })

  function write(file, content) {
    writeFileSync(join(app, file), content)
  }

  function compile() {
    try {
      return run(join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.json')
    } catch ({ stdout }) {
      return stdout
    }
  }
})

describe('a package that the server serves', () => {
  const served = join(folder, 'served')
  const app = join(folder, 'app of a server')

  beforeAll(() => {
    execFileSync(process.execPath, [join(root, 'scripts/served-packages.mjs'), served], { stdio: 'pipe' })
    mkdirSync(app)
    writeFileSync(join(app, 'package.json'), '{ "type": "module" }')
    // Peers are what the app has already; everything else has to be in the packages.
    const options = ['--registry=http://localhost:9', '--fetch-retries=0', '--legacy-peer-deps', '--no-audit']
    runNpm(['install', ...options, join(served, 'react.tgz'), join(served, 'cli.tgz')], { cwd: app })
  })

  test('is the only one that an app lists, and needs no registry', () => {
    expect(readdirSync(join(app, 'node_modules/@latchkey')).sort()).toEqual(['cli', 'react'])
    const inside = readdirSync(join(app, 'node_modules/@latchkey/react/node_modules/@latchkey')).sort()
    expect(inside).toEqual(['contract', 'sdk'])
  })

  test('has the commands, the types and the version of the server', () => {
    const run = (...args) => execFileSync(process.execPath, args, { cwd: app, encoding: 'utf8', stdio: 'pipe' })
    expect(run('node_modules/.bin/latchkey', '--version')).toBe(`${version}\n`)
    for (const name of ['react', 'react-dom', '@types/react', 'csstype']) {
      mkdirSync(dirname(join(app, 'node_modules', name)), { recursive: true })
      symlinkSync(join(root, 'node_modules', name), join(app, 'node_modules', name), 'junction')
    }
    writeFileSync(join(app, 'app.ts'), servedApp)
    const options = [
      '--module',
      'esnext',
      '--moduleResolution',
      'bundler',
      '--target',
      'es2022',
      '--strict',
      '--noEmit',
    ]
    const types = ['--skipLibCheck', '--types', 'react', '--lib', 'es2023,dom,dom.iterable']
    expect(run(join(root, 'node_modules/typescript/bin/tsc'), ...options, ...types, 'app.ts')).toBe('')
  })
})

const servedApp = `
import { ClientApp } from '@latchkey/react'
const user = await new ClientApp({ tokenStore: 'memory' }).getUser({ or: 'throw' })
export const name: string | null = user.displayName
// @ts-expect-error: types are not any
export const wrong: number = user.displayName
`

const entries = ['@latchkey/sdk', '@latchkey/react', '@latchkey/sdk/mcp']
const log = 'console.log(typeof ServerApp, typeof SignIn, typeof protectResource)\n'
const client = `console.log(new ClientApp({ tokenStore: 'memory', projectId: 'p', publishableClientKey: 'k' }))\n`

const typedApp = `
import { createServer } from 'node:http'
import { providerNames } from '@latchkey/contract/providers'
import { LatchkeyProvider, type LatchkeyProviderProps, type Team } from '@latchkey/react'
import { KnownErrors, ServerApp, type ServerUser } from '@latchkey/sdk'
import { protectResource, type ResourceAccess } from '@latchkey/sdk/mcp'

const latchkey = new ServerApp({ tokenStore: 'memory' })
export const findName = async (request: Request): Promise<string | null> => {
  const user: ServerUser | null = await latchkey.getUser({ tokenStore: request })
  return user?.displayName ?? null
}
declare module '@latchkey/sdk' {
  interface UserMetadata { serverMetadata: { plan: 'free' | 'pro' } }
}
declare module '@latchkey/react' {
  interface TeamMetadata { clientMetadata: { color: string } }
}
export const planOf = (user: ServerUser): 'free' | 'pro' => user.serverMetadata.plan
export const upgrade = (user: ServerUser) => user.update({ serverMetadata: { plan: 'pro' } })
// @ts-expect-error: no such plan
export const misspell = (user: ServerUser) => user.setServerMetadata({ plan: 'por' })
export const colorOf = (team: Team): string => team.clientMetadata.color
// @ts-expect-error: what is not declared is any JSON
export const undeclared = (user: ServerUser): string => user.clientMetadata.color
// @ts-expect-error: types are not any
export const wrong: number = latchkey.projectId
// @ts-expect-error: nor those of React
export const props: LatchkeyProviderProps = { app: 1 }
export const nameOf = (team: Team): string => team.displayName
const resource = protectResource({ resource: 'https://mcp.example.com/mcp' })
export const serve = resource.protect((_, { userId }: ResourceAccess) => Response.json({ userId }))
export const server = createServer((request, response) => resource.middleware()(request, response, () => response.end()))
export { KnownErrors, LatchkeyProvider, providerNames }
`

function isFolder(path) {
  try {
    return readdirSync(path).length > 0
  } catch {
    return false
  }
}
