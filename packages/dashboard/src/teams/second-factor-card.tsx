import type { BodyOf } from '../data/call.ts'
import type { Team } from '../data/rows.ts'
import { useAction } from '../data/use-action.ts'
import { describeRequirement, RequireDialog } from '../parts/require-second-factor.tsx'
import { Button } from '../ui/button.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Card } from '../ui/page.tsx'

interface SecondFactorCardProps {
  team: Team
  update: (body: BodyOf<'PATCH /teams/{team_id}'>) => Promise<unknown>
}

/** Whether the team requires a second factor of its members. */
export function SecondFactorCard({ team, update }: SecondFactorCardProps) {
  const { isBusy, run } = useAction()
  const from = team.second_factor_required_from_millis
  const save = (millis: number | null) => update({ second_factor_required_from_millis: millis })
  const end = () => run(() => save(null), { done: 'A second factor is optional for members.', undo: () => save(from) })
  return (
    <Card title="Second factor">
      <div className="ui-row" data-gap="large">
        <p>{from === null ? 'Optional for members, unless the project requires it.' : describeRequirement(from)}</p>
        {from === null ? (
          <DialogButton
            dialog={(close) => (
              <RequireDialog teamId={team.id} onClose={close} onRequire={(millis) => save(millis ?? 0)} />
            )}
          >
            Require it
          </DialogButton>
        ) : (
          <Button isBusy={isBusy} onClick={() => void end()}>
            Make it optional
          </Button>
        )}
      </div>
    </Card>
  )
}
