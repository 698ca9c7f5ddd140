import { useProjectChanges } from '../data/data.ts'
import { isForTesting } from '../data/environments.ts'
import { useProject } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { ProductionChecks } from '../domains/production-checks.tsx'
import { SwitchField } from '../ui/field.tsx'
import { Card } from '../ui/page.tsx'
import { GeneralSettings, SettingsFrame } from './settings-frame.tsx'

export default function ProductionPage() {
  const project = useProject()
  const { update } = useProjectChanges()
  const { run } = useAction()
  const set = (is_production_mode: boolean, revision: number) => update({ is_production_mode }, revision)
  return (
    <SettingsFrame tab="Production" description="Whether the project is safe for real users.">
      <GeneralSettings>
        <Card title="Production mode">
          <SwitchField
            label="This project is used by real users"
            hint={
              isForTesting(project)
                ? `This is the ${project.environment} environment. Turn it on in production.`
                : 'The dashboard then points out settings that are only meant for development.'
            }
            disabled={isForTesting(project)}
            checked={project.is_production_mode}
            onChange={(isOn) =>
              void run(() => set(isOn, project.revision), {
                done: isOn ? 'Production mode is on.' : 'Production mode is off.',
                undo: (saved) => set(!isOn, saved.revision),
              })
            }
          />
        </Card>
        <ProductionChecks />
      </GeneralSettings>
    </SettingsFrame>
  )
}
