import { spawn, spawnSync } from 'node:child_process'

/** Runs a JavaScript program, by default with this Node.js. If quiet, its output is shown only when it fails. */
export function runNode(args, { cwd, env = {}, quiet = false, node = process.execPath }) {
  return new Promise((resolve, reject) => {
    const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit']
    const child = spawn(node, args, { cwd, stdio, env: { ...process.env, ...env } })
    const output = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk))
    child.on('error', reject)
    child.on('close', (code) => {
      if (code !== 0) process.stdout.write(Buffer.concat(output))
      resolve(code === 0)
    })
  })
}

/** Runs npm and returns its output, or throws with what it wrote. */
export function runNpm(args, { cwd }) {
  const { status, stdout, stderr } = spawnNpm(args, { cwd })
  if (status !== 0) throw expectedError(`npm ${args.join(' ')} failed in ${cwd}:\n${stdout}${stderr}`)
  return stdout
}

/** Runs npm and returns its status and output, whatever they are. */
export function spawnNpm(args, { cwd }) {
  const { npm_execpath: script } = process.env
  const isScript = script !== undefined && /\.c?js$/.test(script)
  const options = { cwd, encoding: 'utf8', maxBuffer: 100e6 }
  return isScript
    ? spawnSync(process.execPath, [script, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
}

/**
 * Compiles projects. By default several checkers share one project and repeat each other's work; with one per project
 * there is half the work, and two projects at a time still use two cores. The process is short-lived, so garbage is
 * collected less often.
 */
export function compile(args, options) {
  const command = ['node_modules/typescript/bin/tsc', '-b', '--checkers', '1', '--builders', '2', ...args]
  return runNode(command, { ...options, env: { GOGC: '200' } })
}

/** An expected failure: printed without a stack. */
export function expectedError(message) {
  return Object.assign(new Error(message), { isExpected: true })
}
