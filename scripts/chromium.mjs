import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expectedError } from './run.mjs'

// The one without windows comes first: the same pages take it a third less processor time.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'chrome.exe',
]

const usualPlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ...[process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
    .filter((folder) => folder !== undefined)
    .map((folder) => join(folder, 'Google/Chrome/Application/chrome.exe')),
]

/** Finds the browser for the tests. Installs it if that needs no confirmation, and otherwise says what to do. */
export function findOrInstallChromium() {
  const { CHROMIUM_PATH: given } = process.env
  if (given && !existsSync(given)) throw expectedError(`CHROMIUM_PATH points to ${given}, which does not exist.`)
  const found = given || findChromium()
  if (found) return found

  // Older systems have only the whole browser.
  for (const name of ['chromium-headless-shell', 'chromium']) {
    const installed = installWithApt(name, 'Chromium') ? findChromium() : undefined
    if (installed) return installed
  }
  throw expectedError('The tests need Chromium or Chrome: install it, or set CHROMIUM_PATH to its executable.')
}

/** Returns whether it was tried, which takes root and a system with these packages. */
export function installWithApt(name, title) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.log(`Installing ${title} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const run = (...args) => spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env })
  run('update')
  run('install', '-y', '--no-install-recommends', name)
  return true
}

function findChromium() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const inPath = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  return [...usualPlaces, ...inPath].find((path) => existsSync(path))
}
