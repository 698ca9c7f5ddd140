// `npm start`: install, build and run, each only when needed. This file alone is read by a Node that is too old, so
// it imports nothing at the top and uses no new syntax.

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
    // Steps that failed have printed what they had to say; anything else is a bug.
    console.error(error.isExpected ? error.message : error)
    process.exit(1)
  })
}
