import type { Team } from '../data/rows.ts'
import { useAction } from '../data/use-action.ts'
import { useDraft } from '../data/use-draft.ts'
import { SaveCard } from '../parts/unsaved-changes.tsx'
import { teamNameOf } from '../people/team-name.ts'
import { TextField } from '../ui/field.tsx'
import { ImageButtons } from '../ui/image-field.tsx'
import { Avatar } from '../ui/page.tsx'
import { useUpdateTeam } from './use-update-team.ts'

export function ProfileCard({ team }: { team: Team }) {
  const { draft, isChanged, change, discard } = useDraft({ display_name: team.display_name })
  const update = useUpdateTeam(team.id)
  const { isBusy, run } = useAction()
  const problem = isChanged && !draft.display_name.trim() ? 'Enter a name.' : undefined
  const save = async () => {
    if (problem || !isChanged) return
    const before = team.display_name
    const isDone = await run(() => update({ display_name: draft.display_name.trim() }), {
      done: 'The team was renamed.',
      undo: () => update({ display_name: before }),
    })
    if (isDone) discard()
  }
  return (
    <SaveCard title="Profile" isChanged={isChanged} isBusy={isBusy} onSave={() => void save()} onDiscard={discard}>
      <TeamImage team={team} />
      <div className="ui-form">
        <TextField
          label="Name"
          value={draft.display_name}
          error={problem}
          onChange={(event) => change({ display_name: event.target.value })}
        />
      </div>
    </SaveCard>
  )
}

function TeamImage({ team }: { team: Team }) {
  const update = useUpdateTeam(team.id)
  const { isBusy, run } = useAction()
  const save = (profile_image_url: string | null) =>
    run(() => update({ profile_image_url }), {
      done: profile_image_url ? 'The image was saved.' : 'The image was removed.',
    })
  return (
    <div className="teams-identity">
      <Avatar name={teamNameOf(team)} imageUrl={team.profile_image_url} shape="square" size="large" />
      <ImageButtons
        label="Team image"
        url={team.profile_image_url}
        isBusy={isBusy}
        onChange={(url) => void save(url)}
      />
    </div>
  )
}
