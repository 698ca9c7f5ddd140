import type { BodyOf } from '../data/call.ts'
import type { Team } from '../data/rows.ts'
import { useAction } from '../data/use-action.ts'
import { useDraft } from '../data/use-draft.ts'
import { SaveCard } from '../parts/unsaved-changes.tsx'
import { teamNameOf } from '../people/team-name.ts'
import { TextField } from '../ui/field.tsx'
import { ImageButtons } from '../ui/image-field.tsx'
import { Avatar } from '../ui/page.tsx'

interface ProfileCardProps {
  team: Team
  update: (body: BodyOf<'PATCH /teams/{team_id}'>) => Promise<unknown>
}

export function ProfileCard({ team, update }: ProfileCardProps) {
  const { display_name } = team
  const draft = useDraft(
    { display_name },
    {
      save: (changes) => update({ display_name: changes.display_name?.trim() ?? display_name }),
      done: 'The team was renamed.',
      undo: () => update({ display_name }),
      check: (values) => ({
        display_name: values.display_name.trim() || values.display_name === display_name ? undefined : 'Enter a name.',
      }),
    },
  )
  return (
    <SaveCard {...draft.bar} title="Profile">
      <TeamImage team={team} update={update} />
      <div className="ui-form">
        <TextField label="Name" {...draft.text('display_name')} />
      </div>
    </SaveCard>
  )
}

function TeamImage({ team, update }: ProfileCardProps) {
  const { isBusy, run } = useAction()
  const save = (profile_image_url: string | null) =>
    run(() => update({ profile_image_url }), {
      done: profile_image_url ? 'The image was saved.' : 'The image was removed.',
    })
  return (
    <div className="ui-row" data-gap="large">
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
