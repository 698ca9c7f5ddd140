import { useDraft } from '../data/use-draft.ts'
import { SaveCard } from '../parts/unsaved-changes.tsx'
import { TextField } from '../ui/field.tsx'
import type { UpdateConnection } from './connection-page.tsx'
import type { Connection } from './connection-state.tsx'

interface AttributesCardProps {
  connection: Connection
  update: UpdateConnection
}

/** The claims or attributes that a user is made of. */
export function AttributesCard({ connection, update }: AttributesCardProps) {
  const { type, attributes } = connection
  const draft = useDraft(
    {
      id: attributes.id ?? '',
      email: attributes.email ?? '',
      displayName: attributes.display_name ?? '',
      picture: attributes.profile_image_url ?? '',
      groups: attributes.groups ?? '',
    },
    {
      revision: connection.revision,
      save: (_, { id, email, displayName, picture, groups }, revision) =>
        update(
          {
            attributes: {
              ...(type !== 'oidc' && { id: id.trim() || null }),
              email: email.trim() || null,
              display_name: displayName.trim() || null,
              profile_image_url: picture.trim() || null,
              groups: groups.trim() || null,
            },
          },
          revision,
        ),
      done: 'The attributes were saved.',
    },
  )
  const field = { isMono: true, spellCheck: false, placeholder: 'Default', maxLength: 300 }
  return (
    <SaveCard
      title="Attributes"
      description={`The ${type === 'saml' ? 'attributes' : 'claims'} that user profiles are read from. Leave a field empty to use the default name.`}
      {...draft.bar}
    >
      {type !== 'oidc' && (
        <TextField
          label="Account ID"
          hint={`Never changes for the same person.${type === 'saml' ? ' The default is the name ID.' : ''}`}
          {...field}
          {...draft.text('id')}
        />
      )}
      <TextField label="Email" {...field} {...draft.text('email')} />
      <TextField label="Name" {...field} {...draft.text('displayName')} />
      <TextField label="Profile picture" {...field} {...draft.text('picture')} />
      <TextField label="Groups" {...field} {...draft.text('groups')} />
    </SaveCard>
  )
}
