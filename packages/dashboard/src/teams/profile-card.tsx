import type { ServerTeam } from '@latchkey/react'
import { useAction } from '../data/use-action.ts'
import { useDraft } from '../data/use-draft.ts'
import { SaveCard } from '../parts/unsaved-changes.tsx'
import { teamNameOf } from '../people/team-name.ts'
import { TextField } from '../ui/field.tsx'
import { ImageButtons } from '../ui/image-field.tsx'
import { Avatar } from '../ui/page.tsx'

export function ProfileCard({ team }: { team: ServerTeam }) {
  const { draft, isChanged, change, discard } = useDraft({ displayName: team.displayName })
  const { isBusy, run } = useAction()
  const problem = isChanged && !draft.displayName.trim() ? 'Enter a name.' : undefined
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
      <TeamImage team={team} />
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

function TeamImage({ team }: { team: ServerTeam }) {
  const { isBusy, run } = useAction()
  const save = (profileImageUrl: string | null) =>
    run(() => team.update({ profileImageUrl }), {
      done: profileImageUrl ? 'The image was saved.' : 'The image was removed.',
    })
  return (
    <div className="teams-identity">
      <Avatar name={teamNameOf(team)} imageUrl={team.profileImageUrl} shape="square" size="large" />
      <ImageButtons label="Team image" url={team.profileImageUrl} isBusy={isBusy} onChange={(url) => void save(url)} />
    </div>
  )
}
