// Packages with native code have one small package per platform, and npm silently omits from the lockfile those that it
// could not get. The installation then fails on the missing platforms.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The supported platforms. */
export const platforms = [
  { name: 'Linux x64 (glibc)', os: 'linux', cpu: 'x64', libc: 'glibc' },
  { name: 'Linux x64 (musl)', os: 'linux', cpu: 'x64', libc: 'musl' },
  { name: 'Linux ARM64 (glibc)', os: 'linux', cpu: 'arm64', libc: 'glibc' },
  { name: 'Linux ARM64 (musl)', os: 'linux', cpu: 'arm64', libc: 'musl' },
  { name: 'macOS x64', os: 'darwin', cpu: 'x64' },
  { name: 'macOS ARM64', os: 'darwin', cpu: 'arm64' },
  { name: 'Windows x64', os: 'win32', cpu: 'x64' },
]

/** One message for each package and platform without a build in the lockfile. */
export function listMissingBuilds(lock) {
  return listNativePackages(lock).flatMap(({ name, version, pattern, builds }) =>
    platforms
      .filter((platform) => !builds.some(({ entry }) => entry && fitsPlatform(entry, platform)))
      .map((platform) => `${name} ${version} has no build for ${platform.name} in package-lock.json (${pattern}).`),
  )
}

/** The builds for this machine that are in the lockfile but not in `node_modules`. */
export function listMissingParts(lock, root, isNeeded = () => true) {
  const platform = describeThisPlatform()
  return listNativePackages(lock).flatMap(({ name, builds }) => {
    const fitting = builds.filter(({ entry }) => entry && fitsPlatform(entry, platform))
    if (!isNeeded(name) || fitting.some(({ path }) => isComplete(join(root, path)))) return []
    return fitting.slice(0, 1).map((build) => build.name)
  })
}

/** Whether npm installs an entry of the lockfile on a platform. */
export function fitsPlatform({ os, cpu, libc }, platform) {
  const includes = (values, value) => values === undefined || value === undefined || values.includes(value)
  return includes(os, platform.os) && includes(cpu, platform.cpu) && includes(libc, platform.libc)
}

export function describeThisPlatform() {
  const { platform: os, arch: cpu } = process
  return os === 'linux' ? { os, cpu, libc: findLibc() } : { os, cpu }
}

function findLibc() {
  // Resolving the host names of all connections would take seconds and is not needed.
  process.report.excludeNetwork = true
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
}

/** A package can have several of them, so builds are grouped by the beginning of their names. */
function listNativePackages({ packages }) {
  return Object.entries(packages).flatMap(([path, { version, os, optionalDependencies = {} }]) => {
    // A build for one platform needs parts for that platform only.
    if (os) return []
    const names = Object.keys(optionalDependencies).filter((name) => platformWord.test(name))
    const prefixes = new Set(names.map(prefixOf))
    // On Windows, this library is part of sharp's own build.
    prefixes.delete('@img/sharp-libvips-')
    return [...prefixes].map((prefix) => ({
      name: path.replace(/^.*node_modules\//, ''),
      version,
      pattern: `${prefix}…`,
      builds: names.filter((name) => prefixOf(name) === prefix).map((name) => findBuild(packages, path, name)),
    }))
  })
}

const platformWord = /\b(linux(?:musl)?|darwin|win32|windows)\b/

function prefixOf(name) {
  return name.slice(0, name.search(platformWord))
}

/** Resolved as Node does: beside the package that depends on it, then in the parent folders. */
function findBuild(packages, packagePath, name) {
  for (let folder = `${packagePath}/`; ; folder = folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1)) {
    const path = `${folder}node_modules/${name}`
    if (packages[path]) return { name, path, entry: packages[path] }
    if (folder === '') return { name }
  }
}

function isComplete(folder) {
  try {
    const { main } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return main === undefined || existsSync(join(folder, main))
  } catch {
    return false
  }
}
