import { describeValue, placeOf } from '../data/setting-labels.ts'
import { type Entries, settings, toggles, wordsOfField } from '../data/setting-words.ts'
import { type Change, joinWords } from './facts.ts'

/** The rest is only counted, and in the details. */
const maxClauses = 2

/** What changes of settings amount to: "turned on Google sign-in and changed the sender name to “Ada”". */
export function describeChanges(changes: readonly Change[]): string {
  const clauses = [...groupByThing(changes).values()].map(describeThing)
  const others = clauses.length - maxClauses
  // A single one takes no more room than saying that there is another one.
  if (others <= 1) return joinWords(clauses)
  return joinWords([...clauses.slice(0, maxClauses), `changed ${others} other settings`])
}

interface Thing {
  place: ReturnType<typeof placeOf>
  changes: Change[]
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
  const [{ path, from, to, to_name }] = changes as [Change]
  const toggle = toggles[path]
  if (toggle && typeof (to ?? from) === 'boolean') return `turned ${isOn(to, from) ? 'on' : 'off'} ${toggle}`
  const name = settings[path] ?? wordsOfField(path)
  if (to === undefined) return `reset the ${name}`
  if (to_name) return `changed the ${name} to “${to_name}”`
  return isShort(to) ? `changed the ${name} to “${describeValue(to)}”` : `changed the ${name}`
}

function describeEntry({ noun, namedBy, nameOf, prefix }: Entries, id: string, changes: Change[]) {
  const changeOf = (field: string) => changes.find(({ path }) => path === `${prefix}.${id}.${field}`)
  if (prefix === 'auth.oauth.providers' && nameOf) {
    const signIn = changeOf('allowSignIn')
    if (signIn) return `turned ${isOn(signIn.to, false) ? 'on' : 'off'} ${nameOf(id)} sign-in`
  }
  const naming = namedBy === undefined ? undefined : changeOf(namedBy)
  const given = naming?.to ?? naming?.from ?? changes.find((change) => change.name)?.name
  const name = nameOf?.(id) ?? (typeof given === 'string' && given ? given : id)
  if (changes.every(({ from }) => from === undefined)) return `added the ${noun} ${name}`
  return `${changes.every(({ to }) => to === undefined) ? 'removed' : 'changed'} the ${noun} ${name}`
}

/** A setting without a value has its default, which is the opposite of what it was. */
const isOn = (to: unknown, from: unknown) => (to === undefined ? from === false : to === true)

const isShort = (value: unknown) =>
  (typeof value === 'string' && value !== '(secret)' && value.length > 0 && value.length <= 60) ||
  typeof value === 'number'
