import { Link } from '@tanstack/react-router'
import { useProject } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { SwitchField } from '../ui/field.tsx'
import { Card } from '../ui/page.tsx'

export function ProductionMode() {
  const project = useProject()
  const problems = project.useProductionModeErrors()
  const { run } = useAction()
  const set = (isProductionMode: boolean) => project.update({ isProductionMode })
  return (
    <Card title="Production mode" id="production-mode">
      <SwitchField
        label="This project is used by real users"
        hint={
          problems.length === 0 ? (
            'All checks passed.'
          ) : (
            <span className={project.isProductionMode ? 'ui-error' : undefined}>
              {project.isProductionMode && 'Production mode is on, but '}
              {problems.length} {problems.length === 1 ? 'check failed' : 'checks failed'}:{' '}
              <Link to="/projects/$projectId/domains" params={{ projectId: project.id }} hash="production">
                see what to fix
              </Link>
            </span>
          )
        }
        checked={project.isProductionMode}
        onChange={(isOn) =>
          void run(() => set(isOn), {
            done: isOn ? 'Production mode is on.' : 'Production mode is off.',
            undo: () => set(!isOn),
          })
        }
      />
    </Card>
  )
}
