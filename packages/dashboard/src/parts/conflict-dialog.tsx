import { useState } from 'react'
import type { Reply } from '../data/call.ts'
import { type FieldConflict, useOpenConflict } from '../data/conflicts.ts'
import { describeDocument } from '../data/email-document-text.ts'
import { queryClient } from '../data/query-client.ts'
import { describeValue, labelOf } from '../data/setting-labels.ts'
import { wordsOfField } from '../data/setting-words.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Time } from '../ui/time.tsx'
import './conflict-dialog.css'

type Side = 'mine' | 'theirs' | 'both'

/** Asks which values to keep when a save and another owner have changed the same fields. One for all pages. */
export default function ConflictDialog() {
  const open = useOpenConflict()
  return open ? <Decision key={open.conflicts.map(({ path }) => path).join()} {...open} /> : null
}

function Decision({ conflicts, ownerId, decide }: NonNullable<ReturnType<typeof useOpenConflict>>) {
  const [kept, setKept] = useState<Readonly<Record<string, Side>>>({})
  const keep = (fields: readonly FieldConflict[], side: Side) =>
    setKept((before) => ({ ...before, ...Object.fromEntries(fields.map(({ path }) => [path, side])) }))
  const isDecided = conflicts.every(({ path }) => kept[path])
  const save = () => {
    const keptAs = (side: Side) => conflicts.filter(({ path }) => kept[path] === side)
    if (isDecided)
      decide({
        keepTheirs: keptAs('theirs').map(({ path }) => path),
        values: Object.fromEntries(keptAs('both').map(({ path, both }) => [path, both])),
      })
  }
  return (
    <Dialog
      title={conflicts.length === 1 ? 'Someone else changed this too' : 'Someone else changed these too'}
      description="Nothing has been saved yet. Choose which value to keep for each field. All other changes by both of you are kept."
      size="large"
      onClose={() => decide(undefined)}
      onSubmit={save}
      actions={
        <>
          {!isDecided && <span className="conflict-left">Choose a value for every field.</span>}
          <Button onClick={() => decide(undefined)}>Keep editing</Button>
          <Button variant="primary" type="submit" disabled={!isDecided}>
            Save
          </Button>
        </>
      }
    >
      {conflicts.length > 1 && (
        <div className="ui-row">
          <Button size="small" onClick={() => keep(conflicts, 'mine')}>
            Keep all of mine
          </Button>
          <Button size="small" onClick={() => keep(conflicts, 'theirs')}>
            Keep all of theirs
          </Button>
        </div>
      )}
      <ul className="ui-list conflict-fields">
        {conflicts.map((conflict) => (
          <li key={conflict.path}>
            <Field
              conflict={conflict}
              ownerId={ownerId}
              kept={kept[conflict.path]}
              onKeep={(side) => keep([conflict], side)}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

interface FieldProps {
  conflict: FieldConflict
  ownerId: string
  kept: Side | undefined
  onKeep: (side: Side) => void
}

function Field({ conflict, ownerId, kept, onKeep }: FieldProps) {
  const { path, mine, theirs, both, changed_at_millis: at } = conflict
  const [mineLines, theirLines] = onlyDifferent(show(mine), show(theirs))
  const sides = [
    { side: 'mine', name: 'Mine', value: mine, text: mineLines },
    { side: 'theirs', name: 'Theirs', value: theirs, text: theirLines },
    ...(both ? [{ side: 'both', name: 'Both', value: both, text: show(both) } as const] : []),
  ] as const
  return (
    <fieldset>
      <legend className="ui-label">{labelOf(path, conflict.name)}</legend>
      <p className="ui-hint">
        <bdi>{nameActor(conflict.actor, ownerId)}</bdi> {theirs === undefined ? 'removed' : 'changed'} it
        {at !== null && (
          <>
            {' '}
            <Time date={at} />
          </>
        )}
        .
      </p>
      <div className="conflict-sides">
        {sides.map(({ side, name, value, text }) => (
          <label key={side} className="ui-choice conflict-side">
            <input
              className="ui-checkbox"
              type="radio"
              name={path}
              checked={kept === side}
              onChange={() => onKeep(side)}
            />
            <span>
              <span className="ui-label">{name}</span>
              <Value value={value} text={text} />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Value({ value, text }: { value: unknown; text: string }) {
  if (typeof value === 'string' && /^(data:image\/|\/.*\/files\/|https?:.*\/project-logos\/)/.test(value))
    return <img className="conflict-image" src={value} alt="" />
  if (value === undefined || value === null || value === '')
    return <span className="ui-muted">{value === undefined ? 'Removed' : 'Empty'}</span>
  return (
    <span className="conflict-value" data-code={(typeof value === 'string' && text.includes('\n')) || undefined}>
      {typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) && (
        <span className="conflict-color" style={{ background: value }} />
      )}
      {text}
    </span>
  )
}

/** A value of a setting, or all fields of an entry, as lines of text. */
export function show(value: unknown): string {
  const document = describeDocument(value)
  if (document) return document
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return Object.entries(value)
      .map(([path, field]) => `${wordsOfField(path)}: ${show(field)}`)
      .join('\n')
  return (typeof value === 'string' && findThemeName(value)) || describeValue(value)
}

/** Themes are chosen by an ID. Pages that show a choice have loaded their names. */
function findThemeName(id: string): string | undefined {
  const loaded = queryClient.getQueriesData<Reply<'GET /internal/email-themes'>>({
    predicate: ({ queryKey }) => queryKey[2] === 'GET /internal/email-themes',
  })
  return loaded.flatMap(([, data]) => data?.themes ?? []).find((theme) => theme.id === id)?.display_name
}

const shownAround = 2
const maxLines = 40

/** Of long texts, only the lines from the first to the last difference. */
function onlyDifferent(a: string, b: string): [string, string] {
  const [left, right] = [a.split('\n'), b.split('\n')]
  if (Math.max(left.length, right.length) <= 8) return [a, b]
  let start = 0
  while (start < Math.min(left.length, right.length) && left[start] === right[start]) start++
  let end = 0
  while (end < Math.min(left.length, right.length) - start && left.at(-1 - end) === right.at(-1 - end)) end++
  const cut = (lines: readonly string[]) => {
    const from = Math.max(0, start - shownAround)
    const to = Math.min(lines.length, lines.length - end + shownAround)
    const shown = lines.slice(from, Math.min(to, from + maxLines))
    return [from > 0 && '…', ...shown, from + shown.length < lines.length && '…']
      .filter((line) => line !== false)
      .join('\n')
  }
  return [cut(left), cut(right)]
}

const actors: Record<string, string> = {
  owner: 'A former owner',
  'admin-key': 'An admin key',
  'server-key': 'A server key',
  'setup-link': 'The administrator with the set-up link',
  user: 'A user of the app',
  system: 'The server',
}

function nameActor(actor: FieldConflict['actor'], ownerId: string): string {
  if (!actor) return 'Someone'
  if (actor.type === 'owner' && actor.id === ownerId) return 'You, in another window,'
  return actor.name ?? actors[actor.type] ?? 'Someone'
}
