import { type AuditAction, auditActions } from '@latchkey/contract/audit-actions'
import { KeyRound, Server, UserRoundX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AuditEntry } from '../data/rows.ts'
import { SubjectName } from '../people/subject-name.tsx'
import { type Mention, type Names, nameSubject } from '../people/subjects.ts'
import { Avatar } from '../ui/page.tsx'
import { type Parts, readFacts } from './facts.ts'
import { sentences } from './sentences.ts'
import './audit-log.css'

/** What an entry is called in filters. Actions of newer servers have no name yet. */
export const nameAction = (action: string) => sentences[action as AuditAction]?.name ?? action

/** The actions whose name or type has all of these words, by name. */
export function findActions(text: string): { id: string; name: string }[] {
  const words = text.toLowerCase().split(/\s+/)
  return auditActions
    .map((action) => ({ id: action as string, name: nameAction(action) }))
    .filter(({ id, name }) => words.every((word) => `${name} ${id}`.toLowerCase().includes(word)))
    .sort((one, other) => one.name.localeCompare(other.name))
}

/** "Ada turned on Google sign-in": the picture of the actor, then the sentence with names that have hover cards. */
export function Sentence({ entry, names }: { entry: AuditEntry; names: Names }) {
  const actor = actorOf(entry)
  return (
    <span className="audit-sentence">
      <ActorIcon entry={entry} names={names} />
      <span>
        {actor ? <SubjectName of={actor} names={names} name={nameActor(entry, names)} /> : nameActor(entry, names)}{' '}
        {predicateOf(entry, names).map((part, index) =>
          typeof part === 'string' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence do not move
            <bdi key={index}>{part}</bdi>
          ) : (
            <SubjectName key={`${part.type}/${part.id}`} of={part} names={names} />
          ),
        )}
      </span>
    </span>
  )
}

/** The same as text, for titles and screen readers. */
export function sentenceText(entry: AuditEntry, names: Names): string {
  const parts = predicateOf(entry, names).map((part) => (typeof part === 'string' ? part : nameSubject(part, names)))
  return `${nameActor(entry, names)} ${parts.join('')}`
}

function predicateOf(entry: AuditEntry, names: Names): Parts {
  const facts = readFacts(entry, names)
  const parts = sentences[entry.action as AuditAction]?.did(facts) ?? [`did ${entry.action}`]
  const { on_behalf_of: userId } = facts.details
  return typeof userId === 'string' ? [...parts, ' for ', { type: 'user', id: userId }] : parts
}

function actorOf({ actor: { type, id } }: AuditEntry): Mention | undefined {
  if (!id) return undefined
  if (type === 'user' || type === 'owner') return { type, id }
  return type.endsWith('-key') ? { type: 'project_key_set', id } : undefined
}

const actors: Record<AuditEntry['actor']['type'], string> = {
  user: 'A deleted user',
  owner: 'A former owner',
  'server-key': 'A server key',
  'admin-key': 'An admin key',
  directory: 'The company’s directory',
  'setup-link': 'Someone with the set-up link',
  system: 'Latchkey',
  unknown: 'Someone',
}

/** Who did it. */
export function nameActor(entry: AuditEntry, names: Names): string {
  const actor = actorOf(entry)
  const subject = actor && names(actor)
  const isNamed = subject && (actor.type !== 'project_key_set' || subject.display_name)
  if (!isNamed) return actors[entry.actor.type]
  return actor.type === 'project_key_set' ? `The key ${subject.display_name}` : nameSubject(actor, names)
}

function ActorIcon({ entry, names }: { entry: AuditEntry; names: Names }): ReactNode {
  const { type } = entry.actor
  const actor = actorOf(entry)
  const subject = actor && names(actor)
  if (subject && (type === 'user' || type === 'owner')) {
    return <Avatar name={nameActor(entry, names)} imageUrl={subject.profile_image_url} />
  }
  const Icon = type.endsWith('-key') ? KeyRound : type === 'system' ? Server : UserRoundX
  return (
    <span className="ui-avatar" aria-hidden="true">
      <Icon />
    </span>
  )
}
