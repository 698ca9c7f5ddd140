import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runNpm } from './run.mjs'

const cache = fileURLToPath(new URL('../.cache/node', import.meta.url))

/** Installs a version of Node.js from the npm registry, such as `22` or `latest`, and returns the path of its program. */
export function installNode(version) {
  const folder = join(cache, version)
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const name = `node-${platform}-${process.arch}`
  const program = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(program)) return program
  mkdirSync(folder, { recursive: true })
  // Without a manifest of its own, npm would install it for the project around it.
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  console.log(`Installing Node.js ${version} …`)
  runNpm(['install', '--no-save', '--no-audit', '--no-fund', `${name}@${version}`], { cwd: folder })
  return program
}
