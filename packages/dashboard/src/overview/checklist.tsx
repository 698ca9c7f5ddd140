import { ListChecks } from 'lucide-react'
import { useProject } from '../data/owner.ts'
import type { Overview } from '../data/rows.ts'
import { ProjectLink } from '../parts/links.tsx'
import { buttonLook } from '../ui/button.tsx'

/** The next setup step in one line. Hidden when all of them are done. */
export function Checklist({ overview }: { overview: Overview }) {
  const project = useProject()
  const look = buttonLook({ size: 'small' })
  const steps = [
    {
      text: 'Create API keys, which your app uses to connect to this server.',
      isDone: overview.has_valid_keys,
      link: (
        <ProjectLink {...look} to="/projects/$projectId/start">
          Connect your app
        </ProjectLink>
      ),
    },
    {
      text: 'Run your app and sign up your first user.',
      isDone: overview.total_users > 0,
      link: (
        <ProjectLink {...look} to="/projects/$projectId/start">
          Show me how
        </ProjectLink>
      ),
    },
    {
      text: 'Add your app’s domain, for sign-in redirects and email links.',
      isDone: project.config.domains.length > 0,
      link: (
        <ProjectLink {...look} to="/projects/$projectId/domains">
          Add domain
        </ProjectLink>
      ),
    },
    {
      text: 'Turn on production mode, which checks that your project is safe for real users.',
      isDone: project.is_production_mode,
      link: (
        <ProjectLink {...look} to="/projects/$projectId/settings/production">
          Open settings
        </ProjectLink>
      ),
    },
  ]
  const next = steps.find(({ isDone }) => !isDone)
  if (!next) return null
  const doneCount = steps.filter(({ isDone }) => isDone).length
  return (
    <section className="overview-next" aria-label="Get started">
      <ListChecks />
      <strong>Get started</strong>
      <progress aria-label="Steps done" value={doneCount} max={steps.length} />
      <span className="ui-muted">
        {doneCount} of {steps.length}
      </span>
      <span>{next.text}</span>
      {next.link}
    </section>
  )
}
