// `npm start`: installs, builds and runs, each only if needed; in production it only runs. Even an old Node must be able
// to parse this file, so it has no static imports and no new syntax.

const oldest = [20, 19]

async function start() {
  const program = new URL('../packages/server/dist/bundle/main.js', import.meta.url)
  if (process.env.NODE_ENV === 'production') await checkBuild(program)
  else await prepare()
  await import(program.href)
}

async function prepare() {
  const { installIfNeeded } = await import('./install.mjs')
  await installIfNeeded()
  const { build } = await import('./build.mjs')
  await build({ quiet: true })
}

/** A server must not change its own program, nor need a registry to start. */
async function checkBuild(program) {
  const { existsSync } = await import('node:fs')
  if (existsSync(program)) return
  const message =
    'Latchkey is not built: run `npm ci --include=dev` and `npm run build` first. In production, `npm start` only starts it.'
  throw Object.assign(new Error(message), { isExpected: true })
}

function isTooOld() {
  const version = process.versions.node.split('.').map(Number)
  return version[0] < oldest[0] || (version[0] === oldest[0] && version[1] < oldest[1])
}

if (isTooOld()) {
  console.error(`Latchkey needs Node ${oldest.join('.')} or newer, and this is Node ${process.versions.node}.`)
  process.exitCode = 1
} else {
  start().catch((error) => {
    // Failed steps have already printed their output; anything else is a bug.
    console.error(error.isExpected ? error.message : error)
    process.exit(1)
  })
}
