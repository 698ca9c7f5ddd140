import type { Secrets } from '../../platform/secrets.ts'
import { type ConfigChange, collectSettings, findName, nameValues } from '../../projects/project-config/changes.ts'
import { expandOverride, mergeOverride, type Override } from '../../projects/project-config/override.ts'
import { renderConfig } from '../../projects/project-config/render.ts'
import { hideSecrets, isSecretPath, openOverride } from '../../projects/project-config/seal.ts'
import { listEntries } from '../../projects/project-config/validate.ts'
import type { ProjectRow } from '../../projects/queries.ts'
import { type Fields, isAt, listDifferentPlaces, valueAt } from '../../projects/revisions/merge.ts'

/** The settings of one environment, without secrets. */
export interface Settings {
  /** What is stored, as one tree. */
  tree: Override
  fields: Fields
}

interface Difference extends Omit<ConfigChange, 'name'> {
  name: string | null
}

/** The addresses, accounts and keys of an environment. Whatever else a provider or an email needs is copied. */
const apart =
  /^(?:domains|emails\.server|oauthProvider\.(?:consentUrl|resources\.[^.]+\.uri)|auth\.oauth\.plainPkceClients|auth\.oauth\.providers\.[^.]+\.(?:isShared|clientId|clientSecret|facebookConfigId|microsoftTenantId))(?:\.|$)/

export const isKeptApart = (path: string) => apart.test(path) || isSecretPath(path)

function readSettings(override: Override): Settings {
  const shown = hideSecrets(override)
  return { tree: expandOverride(shown), fields: joinEmailSources(collectSettings(renderConfig(shown))) }
}

export const readStoredSettings = ({ id, config_override }: ProjectRow, secrets: Secrets) =>
  readSettings(openOverride(config_override, id, secrets))

const emailSource = /^emails\.(?:templates|themes)\.[^.]+/

/** A template or theme is one setting here: its document replaces its code, so that half of it would do nothing. */
function joinEmailSources(fields: Fields): Fields {
  const joined = new Map<string, unknown>()
  for (const [path, value] of [...fields].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const source = emailSource.exec(path)?.[0]
    if (!source) joined.set(path, value)
    else joined.set(source, { ...(joined.get(source) as object), [path.slice(source.length + 1)]: value })
  }
  return joined
}

/** What would change here by copying everything from there, and what stays different. */
export function compareSettings(here: Settings, there: Settings): { copyable: Difference[]; keptApart: Difference[] } {
  const places = listCopyable(here, there)
  const isRemoved = (path: string) => places.some((place) => isAt(path, place) && !hasAt(there.fields, place))
  const keptApart = listDifferentPlaces(pick(here, isKeptApart), pick(there, isKeptApart), () => [])
  // An entry is removed with all that is in it, so all of it is shown.
  const shown = (place: string, fields: Fields) => (isRemoved(place) ? fields : pick({ fields }, isCopied))
  return {
    copyable: places.map((place) => describe(place, shown(place, here.fields), shown(place, there.fields))),
    keptApart: keptApart.filter((path) => !isRemoved(path)).map((path) => describe(path, here.fields, there.fields)),
  }
}

/**
 * Copies what is different at the paths, below them, or in an entry around them that only one side has. `left` is what is
 * still different afterwards, because it needs a setting that was not chosen.
 */
export function copyInto(stored: Override, there: Settings, paths: string[]) {
  const isChosen = (place: string) => paths.some((path) => isAt(place, path) || isAt(path, place))
  const places = listCopyable(readSettings(stored), there).filter(isChosen)
  const override = mergeOverride(stored, Object.fromEntries(places.map((place) => [place, copyOf(there.tree, place)])))
  const left = listCopyable(readSettings(override), there).filter((place) => places.includes(place))
  return { override, places, left }
}

const isCopied = (path: string) => !isKeptApart(path)

const listCopyable = (here: Settings, there: Settings) =>
  listDifferentPlaces(pick(here, isCopied), pick(there, isCopied), listEntries)

const pick = ({ fields }: Pick<Settings, 'fields'>, isWanted: (path: string) => boolean): Fields =>
  new Map([...fields].filter(([path]) => isWanted(path)))

const hasAt = (fields: Fields, place: string) => valueAt(fields, place) !== undefined

function describe(path: string, here: Fields, there: Fields): Difference {
  const [from, to] = [valueAt(here, path), valueAt(there, path)]
  const name = nameOf(path, there) ?? nameOf(path, here)
  const values = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
  return { path, name, ...values, ...nameValues(path, [here, there], nameOf) }
}

function nameOf(path: string, fields: Fields): string | null {
  const { displayName } = (emailSource.test(path) ? (fields.get(path) ?? {}) : {}) as { displayName?: string }
  return displayName ?? findName(path, fields)
}

/** What is stored at the path, without what is kept apart. Null restores the default, as it is there. */
function copyOf(tree: Override, path: string): unknown {
  let value: unknown = tree
  for (const name of path.split('.')) value = isTree(value) && Object.hasOwn(value, name) ? value[name] : undefined
  return withoutApart(value, path) ?? null
}

function withoutApart(value: unknown, path: string): unknown {
  if (!isTree(value)) return value
  const members = Object.entries(value).filter(([name]) => isCopied(`${path}.${name}`))
  return Object.fromEntries(members.map(([name, member]) => [name, withoutApart(member, `${path}.${name}`)]))
}

const isTree = (value: unknown): value is Override =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The settings with which another environment starts. */
export const copyForNew = ({ tree }: Settings): Override =>
  Object.fromEntries(
    Object.entries(tree)
      .filter(([name]) => isCopied(name))
      .map(([name, value]) => [name, withoutApart(value, name)]),
  )
