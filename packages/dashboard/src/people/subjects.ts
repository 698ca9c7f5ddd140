import type { Reply } from '../data/call.ts'
import { teamNameOf } from './team-name.ts'
import { nameOf } from './user-name.ts'

/** What a list mentions by ID, with its name: a user, team, owner, key or webhook endpoint. */
export type Subject = Reply<'GET /internal/audit-entries'>['subjects'][number]
export type Mention = Pick<Subject, 'type' | 'id'>
export type Names = (mention: Mention) => Subject | undefined

/** Finds the subjects of a list. */
export function namesFrom(subjects: readonly Subject[]): Names {
  const byKey = new Map(subjects.map((subject) => [keyOf(subject), subject]))
  return (mention) => byKey.get(keyOf(mention))
}

const keyOf = ({ type, id }: Mention) => `${type}/${id}`

const missing: Record<Subject['type'], string> = {
  user: 'a deleted user',
  team: 'a deleted team',
  owner: 'a former owner',
  api_key: 'a deleted API key',
  project_key_set: 'a deleted project key',
  webhook_endpoint: 'a deleted endpoint',
}

const unnamed: Partial<Record<Subject['type'], string>> = {
  api_key: 'an API key without a description',
  project_key_set: 'a project key without a description',
}

/** The name to show, also of what was deleted. */
export function nameSubject(mention: Mention, names: Names): string {
  const subject = names(mention)
  if (!subject) return missing[mention.type]
  if (subject.type === 'user' || subject.type === 'owner') return nameOf(subject)
  if (subject.type === 'team') return teamNameOf({ display_name: subject.display_name ?? '' })
  return subject.display_name ?? unnamed[subject.type] ?? missing[subject.type]
}
