import { type ReactNode, useState } from 'react'
import { useFound } from '../data/data.ts'
import { useSettled } from '../data/use-settled.ts'
import { useMay } from '../parts/role.tsx'
import { PickField } from '../ui/pick-field.tsx'
import { Picker } from '../ui/picker.tsx'
import { teamNameOf } from './team-name.ts'
import { nameOf } from './user-name.ts'

type Kind = 'user' | 'team' | 'owner' | 'customer' | (typeof setupKinds)[number]

/** What only some roles see. */
const setupKinds = ['key', 'endpoint', 'connection', 'client'] as const
const isSetup = (kind: Kind) => setupKinds.some((each) => each === kind)

interface SubjectFilterProps {
  label: string
  anyLabel: string
  /** What can be picked. */
  kinds: readonly Kind[]
  picked: string | undefined
  /** The name of what is picked, unless it was picked here. */
  children: ReactNode
  onPick: (id: string | undefined) => void
}

/** Filters a list by someone or something that is found by typing its name. */
export function SubjectFilter({ label, anyLabel, kinds, picked, children, onPick }: SubjectFilterProps) {
  const [chosen, setChosen] = useState<{ id: string; name: string }>()
  return (
    <PickField
      label={label}
      anyLabel={anyLabel}
      value={chosen && chosen.id === picked ? chosen.name : children}
      isPicked={picked !== undefined}
      onClear={() => onPick(undefined)}
    >
      {(close) => (
        <SubjectPicker
          label={label}
          kinds={kinds}
          picked={picked}
          onPick={(choice) => {
            setChosen(choice)
            onPick(choice.id)
            close()
          }}
        />
      )}
    </PickField>
  )
}

interface SubjectPickerProps extends Pick<SubjectFilterProps, 'label' | 'kinds' | 'picked'> {
  onPick: (choice: { id: string; name: string }) => void
}

const maxShown = 8

function SubjectPicker({ label, kinds, picked, onPick }: SubjectPickerProps) {
  const [text, setText] = useState('')
  const choices = useChoices(kinds, useSettled(text))
  const shown = choices?.slice(0, maxShown) ?? []
  return (
    <Picker
      label={label}
      placeholder="Type a name or ID"
      hint={choices?.length === 0 ? 'No matches.' : undefined}
      text={text}
      onType={setText}
      picked={picked}
      onPick={(id) => {
        const choice = shown.find((each) => each.id === id)
        if (choice) onPick(choice)
      }}
      choices={shown}
    />
  )
}

/** Owners, keys, endpoints and connections are few. All others are searched by the server. Undefined while loading. */
function useChoices(kinds: readonly Kind[], text: string) {
  const seesSetup = useMay()('read-setup')
  const wants = (kind: Kind) => kinds.includes(kind)
  const limit = 5
  const users = useFound('GET /users', wants('user') ? { query: { query: text, limit, desc: 'true' } } : undefined)
  const teams = useFound('GET /internal/teams', wants('team') ? { query: { query: text, limit } } : undefined)
  const owners = useFound('GET /internal/owners', wants('owner') ? {} : undefined)
  const keys = useFound('GET /internal/api-keys', seesSetup && wants('key') ? {} : undefined)
  const endpoints = useFound('GET /internal/webhook-endpoints', seesSetup && wants('endpoint') ? {} : undefined)
  const connections = useFound('GET /connections', seesSetup && wants('connection') ? { query: {} } : undefined)
  const clients = useFound(
    'GET /oauth-clients',
    seesSetup && wants('client') ? { query: { query: text || undefined, limit } } : undefined,
  )
  const customers = useFound(
    'GET /internal/payments/customers',
    wants('customer') ? { query: { customer_type: 'custom', query: text || undefined, limit } } : undefined,
  )
  const loaded = [users, teams, owners, keys, endpoints, connections, clients, customers]
  const asked = kinds.filter((kind) => seesSetup || !isSetup(kind))
  if (loaded.filter(Boolean).length < asked.length) return undefined
  const words = text.toLowerCase()
  const matches = (choice: { id: string; name: string; detail?: string | null | undefined }) =>
    `${choice.name} ${choice.detail ?? ''} ${choice.id}`.toLowerCase().includes(words)
  return [
    ...(owners ?? [])
      .map((owner) => ({
        id: owner.user_id,
        name: owner.display_name || owner.primary_email || 'Unnamed owner',
        detail: 'Owner',
        imageUrl: owner.profile_image_url,
      }))
      .filter(matches),
    ...(keys ?? [])
      .map(({ id, description }) => ({ id, name: description || 'Unnamed key', detail: 'Project key' }))
      .filter(matches),
    ...(endpoints ?? []).map(({ id, url }) => ({ id, name: new URL(url).host, detail: 'Webhook' })).filter(matches),
    ...(connections ?? []).map(({ id, display_name: name }) => ({ id, name, detail: 'Connection' })).filter(matches),
    ...(clients ?? []).map(({ id, display_name: name }) => ({ id, name, detail: 'OAuth client' })),
    ...(users ?? []).map((user) => ({
      id: user.id,
      name: nameOf(user),
      detail: (user.display_name && user.primary_email) || 'User',
      imageUrl: user.profile_image_url,
    })),
    ...(teams ?? []).map((team) => ({
      id: team.id,
      name: teamNameOf(team),
      detail: 'Team',
      imageUrl: team.profile_image_url,
      shape: 'square' as const,
    })),
    ...(customers ?? []).map(({ customer_id }) => ({ id: customer_id, name: customer_id, detail: 'Customer' })),
  ]
}
