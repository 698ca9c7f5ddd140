import { useProjectChanges } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { countProductionProblems } from '../domains/production-problems.ts'
import { ProjectLink } from '../parts/links.tsx'
import { SwitchField } from '../ui/field.tsx'
import { Card } from '../ui/page.tsx'

export function ProductionMode() {
  const project = useProject()
  const { update } = useProjectChanges()
  const problems = countProductionProblems(project)
  const { run } = useAction()
  const set = (is_production_mode: boolean, revision: number) => update({ is_production_mode }, revision)
  return (
    <Card title="Production mode" id="production-mode">
      <SwitchField
        label="This project is used by real users"
        hint={
          problems === 0 ? (
            'All checks passed.'
          ) : (
            <span className={project.is_production_mode ? 'ui-error' : undefined}>
              {project.is_production_mode && 'Production mode is on, but '}
              {problems} {problems === 1 ? 'check failed' : 'checks failed'}:{' '}
              <ProjectLink to="/projects/$projectId/domains" hash="production">
                see what to fix
              </ProjectLink>
            </span>
          )
        }
        checked={project.is_production_mode}
        onChange={(isOn) =>
          void run(() => set(isOn, project.revision), {
            done: isOn ? 'Production mode is on.' : 'Production mode is off.',
            undo: (saved) => set(!isOn, saved.revision),
          })
        }
      />
    </Card>
  )
}
