// `npm start`: installs, builds and runs, each only if needed. Even an old Node must be able to parse this file, so it
// has no static imports and no new syntax.

const oldest = [20, 19]

async function start() {
  const { installIfNeeded } = await import('./install.mjs')
  await installIfNeeded()
  const { build } = await import('./build.mjs')
  await build({ quiet: true })
  const { main } = await import(new URL('../packages/server/dist/main.js', import.meta.url).href)
  await main()
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
