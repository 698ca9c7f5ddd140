import { useState } from 'react'
import { useFound } from '../data/data.ts'
import type { User } from '../data/rows.ts'
import { useSettled } from '../data/use-settled.ts'
import { toUserFilter } from '../people/user-filter.ts'
import { nameOf } from '../people/user-name.ts'
import { Picker } from '../ui/picker.tsx'
import type { UserSearch } from '../users/search.ts'
import { EmailPreview } from './email-preview.tsx'
import { type Sources, useRendered } from './rendered.ts'

type Recipient = Pick<User, 'id' | 'display_name' | 'primary_email' | 'profile_image_url' | 'is_anonymous'>

interface PreviewAsProps {
  sources: Sources
  /** The recipients, or the filters that they match. */
  audience: readonly Recipient[] | UserSearch
}

/** The email as one of its recipients gets it. */
export function PreviewAs({ sources, audience }: PreviewAsProps) {
  const [text, setText] = useState('')
  const [picked, setPicked] = useState<Recipient>()
  const found = useRecipients(useSettled(text), audience)
  return (
    <>
      <Picker
        label="Preview as"
        placeholder="Search recipients by name or email"
        hint={found?.length === 0 ? 'No matches.' : undefined}
        text={text}
        onType={setText}
        picked={picked?.id}
        onPick={(id) => setPicked(found?.find((user) => user.id === id))}
        choices={(found ?? []).map((user) => ({
          id: user.id,
          name: nameOf(user),
          detail: user.display_name && user.primary_email,
          imageUrl: user.profile_image_url,
        }))}
      />
      {picked && <Rendered sources={{ ...sources, user_id: picked.id }} />}
      {picked && !picked.primary_email && (
        <p className="ui-caption">{nameOf(picked)} has no email address and will not get this email.</p>
      )}
    </>
  )
}

const maxShown = 5

function useRecipients(query: string, audience: PreviewAsProps['audience']): readonly Recipient[] | undefined {
  const isList = isListed(audience)
  const filter = isList ? undefined : { ...toUserFilter(audience), ...(query && { query }), limit: maxShown }
  const matching = useFound('GET /internal/users', filter && { query: filter })
  if (!isList) return matching
  const contains = (text: string | null) => text?.toLowerCase().includes(query.toLowerCase())
  return audience
    .filter(({ display_name, primary_email }) => !query || contains(display_name) || contains(primary_email))
    .slice(0, maxShown)
}

const isListed = (audience: PreviewAsProps['audience']): audience is readonly Recipient[] => Array.isArray(audience)

function Rendered({ sources }: { sources: Sources }) {
  const rendered = useRendered(sources)
  return (
    <>
      <EmailPreview {...rendered} />
      {rendered.error && (
        <p className="ui-error" role="alert">
          {rendered.error}
        </p>
      )}
      <p className="ui-caption">In this preview, the link to unsubscribe has no effect.</p>
    </>
  )
}
