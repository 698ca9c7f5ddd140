import type { AuditEntry } from '../data/rows.ts'
import type { Mention, Names } from '../people/subjects.ts'

/** A setting or field before and after, as the server recorded it. */
export interface Change {
  path: string
  /** Of the entry that the setting is in, such as an offer. Older records have none. */
  name?: string
  from?: unknown
  to?: unknown
  /** The names of the theme or group whose ID the value is. */
  from_name?: string
  to_name?: string
}

/** A piece of a sentence: text, or what is shown by its name. */
type Part = string | Mention
export type Parts = readonly Part[]

/** An entry in the shape that sentences need. */
export interface Facts {
  actor: AuditEntry['actor']
  /** Undefined if the entry is about the project or something without a name of its own. */
  target: Mention | undefined
  targetId: string
  /** The user, team or custom customer of a purchase. */
  customer: Part
  /** Whether the actor is the user that the entry is about. */
  isOwn: boolean
  /** "their" or "Ada’s". */
  whose: Parts
  /** "the team Engines", or "a deleted team" if no name is left of it. */
  the: (noun: string, mention?: Mention) => Parts
  team: Mention | undefined
  /** The owner or user in the details. */
  person: Mention | undefined
  /** " of Ada", for API keys. */
  holder: Parts
  details: Record<string, unknown>
  changes: readonly Change[]
}

const named = ['user', 'team', 'api_key', 'project_key_set', 'webhook_endpoint'] as const

export function readFacts({ action, actor, target: about, details: json }: AuditEntry, names: Names): Facts {
  const details = (json ?? {}) as Record<string, unknown>
  const type = named.find((each) => each === about.type)
  const target = type && { type, id: about.id }
  const team = mentionOf('team', details.team_id)
  const user = mentionOf('user', details.user_id)
  const person = mentionOf(action.startsWith('owner.') ? 'owner' : 'user', details.user_id)
  const isOwn = actor.type === 'user' && about.type === 'user' && actor.id === about.id
  const holder = team ?? user
  return {
    actor,
    target,
    targetId: about.id,
    customer: target ?? about.id,
    isOwn,
    whose: isOwn ? ['their'] : target ? [target, '’s'] : ['an'],
    the: (noun, mention = target) => {
      if (!mention) return [`a ${noun}`]
      const subject = names(mention)
      const hasName = subject && (subject.display_name || subject.type === 'user' || subject.type === 'team')
      return hasName ? [`the ${noun} `, mention] : [mention]
    },
    team,
    person,
    holder: holder ? [' of ', holder] : [],
    details,
    changes: readChanges(details),
  }
}

/** Fields and settings with their values before and after, for entries that have them. */
function readChanges({ changes, primary_email: email, from, role }: Record<string, unknown>): Change[] {
  if (Array.isArray(changes)) return changes as Change[]
  if (typeof email === 'object' && email) return [{ path: 'primary_email', ...email }]
  return from !== undefined && role !== undefined ? [{ path: 'role', from, to: role }] : []
}

const mentionOf = <T extends Mention['type']>(type: T, id: unknown) =>
  typeof id === 'string' ? { type, id } : undefined

/** Builds the parts of a sentence from a template. */
export function say(texts: TemplateStringsArray, ...values: (Part | Parts | undefined)[]): Parts {
  return texts
    .flatMap((text, index): Part[] => {
      const value = values[index]
      const parts = value === undefined ? [] : Array.isArray(value) ? (value as Parts) : [value as Part]
      return [text, ...parts]
    })
    .filter((part) => part !== '')
}

export const textOf = (value: unknown, otherwise = '') => (typeof value === 'string' && value ? value : otherwise)

/** "name, picture and server metadata". */
export function listWords(names: unknown, words: Readonly<Record<string, string>>): string {
  if (!Array.isArray(names)) return ''
  return joinWords(names.map((name) => words[String(name)] ?? String(name).replaceAll('_', ' ')))
}

export function joinWords(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
