import type { ServerTeam } from '@latchkey/react'
import { ImageUp } from 'lucide-react'
import { useRef } from 'react'
import { SaveCard } from '../app/unsaved-changes.tsx'
import { useAction } from '../app/use-action.ts'
import { useDraft } from '../app/use-draft.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Avatar } from '../ui/page.tsx'
import { toast } from '../ui/toast.tsx'
import { teamNameOf } from './team-name.ts'

/** As the server allows them, which counts the characters of the encoded image. */
const maxImageCharacters = 1_000_000

export function ProfileCard({ team }: { team: ServerTeam }) {
  const { draft, isChanged, change, discard } = useDraft({ displayName: team.displayName })
  const { isBusy, run } = useAction()
  const problem = isChanged && !draft.displayName.trim() ? 'A team needs a name.' : undefined
  const save = async () => {
    if (problem || !isChanged) return
    const before = team.displayName
    const isDone = await run(() => team.update({ displayName: draft.displayName.trim() }), {
      done: 'The team was renamed.',
      undo: () => team.update({ displayName: before }),
    })
    if (isDone) discard()
  }
  return (
    <SaveCard title="Profile" isChanged={isChanged} isBusy={isBusy} onSave={() => void save()} onDiscard={discard}>
      <ImageField team={team} />
      <div className="ui-form">
        <TextField
          label="Name"
          value={draft.displayName}
          error={problem}
          onChange={(event) => change({ displayName: event.target.value })}
        />
      </div>
    </SaveCard>
  )
}

function ImageField({ team }: { team: ServerTeam }) {
  const input = useRef<HTMLInputElement>(null)
  const { isBusy, run } = useAction()
  const upload = async (file: File) => {
    const profileImageUrl = await readAsUrl(file)
    if (profileImageUrl.length > maxImageCharacters)
      return toast('The image is too large. Choose one below 730 kB.', { tone: 'danger' })
    await run(() => team.update({ profileImageUrl }), { done: 'The image was saved.' })
  }
  return (
    <div className="teams-identity">
      <Avatar name={teamNameOf(team)} imageUrl={team.profileImageUrl} shape="square" size="large" />
      <input
        ref={input}
        hidden
        type="file"
        aria-label="Team image"
        accept="image/png,image/jpeg,image/gif,image/webp"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) void upload(file)
        }}
      />
      <Button icon={<ImageUp />} isBusy={isBusy} onClick={() => input.current?.click()}>
        {team.profileImageUrl ? 'Change image' : 'Upload image'}
      </Button>
      {team.profileImageUrl && (
        <Button
          variant="quiet"
          onClick={() => void run(() => team.update({ profileImageUrl: null }), { done: 'The image was removed.' })}
        >
          Remove image
        </Button>
      )}
    </div>
  )
}

function readAsUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
