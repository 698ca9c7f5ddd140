import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['firefox-esr', 'firefox', 'firefox.exe']

const usualPlaces = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  ...[process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)']]
    .filter((folder) => folder !== undefined)
    .map((folder) => join(folder, 'Mozilla Firefox/firefox.exe')),
]

/** The installed Firefox, or the one that FIREFOX_PATH names. Undefined if there is none. */
export function findFirefox() {
  if (process.env.FIREFOX_PATH) return process.env.FIREFOX_PATH
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const inPath = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  return [...usualPlaces, ...inPath].find((path) => existsSync(path))
}
