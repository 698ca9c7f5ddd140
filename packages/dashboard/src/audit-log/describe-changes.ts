import { type Change, joinWords } from './facts.ts'
import { entries, settings, toggles, wordsOfField } from './setting-words.ts'

const maxClauses = 2

/** What changes of settings amount to: "turned on Google sign-in and changed the sender name to “Ada”". */
export function describeChanges(changes: readonly Change[]): string {
  const clauses = [...groupByThing(changes).values()].map(describeThing)
  const others = clauses.length - maxClauses
  const rest = others > 0 ? [others === 1 ? 'changed another setting' : `changed ${others} other settings`] : []
  return joinWords([...clauses.slice(0, maxClauses), ...rest])
}

/** The label of one change in a comparison: "Sign-up", or "Domain https://example.com: handler path". */
export function labelOf(path: string): string {
  const { entry, id, field } = placeOf(path)
  if (entry) return capital(`${entry.noun} ${entry.nameOf?.(id) ?? id}${field ? `: ${wordsOfField(field)}` : ''}`)
  return capital(toggles[path] ?? settings[path] ?? wordsOfField(path))
}

/** A value as people read it. */
export function describeValue(value: unknown): string {
  if (value === true) return 'On'
  if (value === false) return 'Off'
  if (value === null || value === '') return 'None'
  if (value === '(secret)') return 'A secret, which is not shown'
  if (typeof value === 'string') return value
  if (Array.isArray(value))
    return value.length === 0 ? 'None' : value.map(describeValue).join(value.length > 2 ? ', ' : ' ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

interface Thing {
  place: ReturnType<typeof placeOf>
  changes: Change[]
}

/** Where a path is: at a setting, or in an entry such as one domain. */
function placeOf(path: string) {
  const entry = entries.find(({ prefix }) => path.startsWith(`${prefix}.`))
  const [id = '', ...field] = entry ? path.slice(entry.prefix.length + 1).split('.') : []
  return { entry, id, field: field.join('.'), key: entry ? `${entry.prefix}.${id}` : path }
}

function groupByThing(changes: readonly Change[]): Map<string, Thing> {
  const things = new Map<string, Thing>()
  for (const change of changes) {
    const place = placeOf(change.path)
    const thing = things.get(place.key) ?? { place, changes: [] }
    thing.changes.push(change)
    things.set(place.key, thing)
  }
  return things
}

function describeThing({ place, changes }: Thing): string {
  if (place.entry) return describeEntry(place.entry, place.id, changes)
  const [{ path, from, to }] = changes as [Change]
  const toggle = toggles[path]
  if (toggle && typeof (to ?? from) === 'boolean') return `turned ${isOn(to, from) ? 'on' : 'off'} ${toggle}`
  const name = settings[path] ?? wordsOfField(path)
  if (to === undefined) return `reset the ${name}`
  return isShort(to) ? `changed the ${name} to “${describeValue(to)}”` : `changed the ${name}`
}

function describeEntry({ noun, namedBy, nameOf, prefix }: (typeof entries)[number], id: string, changes: Change[]) {
  const changeOf = (field: string) => changes.find(({ path }) => path === `${prefix}.${id}.${field}`)
  if (prefix === 'auth.oauth.providers' && nameOf) {
    const signIn = changeOf('allowSignIn')
    if (signIn) return `turned ${isOn(signIn.to, false) ? 'on' : 'off'} ${nameOf(id)} sign-in`
  }
  const naming = namedBy === undefined ? undefined : changeOf(namedBy)
  const given = naming?.to ?? naming?.from
  const name = typeof given === 'string' && given ? given : (nameOf?.(id) ?? id)
  if (changes.every(({ from }) => from === undefined)) return `added the ${noun} ${name}`
  return `${changes.every(({ to }) => to === undefined) ? 'removed' : 'changed'} the ${noun} ${name}`
}

/** A setting without a value has its default, which is the opposite of what it was. */
const isOn = (to: unknown, from: unknown) => (to === undefined ? from === false : to === true)

const isShort = (value: unknown) =>
  (typeof value === 'string' && value !== '(secret)' && value.length > 0 && value.length <= 60) ||
  typeof value === 'number'

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
