import { Circle, CircleCheck } from 'lucide-react'
import { useProject } from '../data/owner.ts'
import { ProjectLink } from '../parts/links.tsx'
import { buttonLook } from '../ui/button.tsx'
import { Card } from '../ui/page.tsx'
import './overview.css'
import type { Overview } from '../data/rows.ts'

/** Setup steps. Hidden when all of them are done. */
export function Checklist({ overview }: { overview: Overview }) {
  const project = useProject()
  const look = buttonLook({ size: 'small' })
  const steps = [
    {
      title: 'Create API keys',
      text: 'Your app uses them to connect to this server.',
      isDone: overview.has_valid_keys,
      link: (
        <ProjectLink {...look} to="/projects/$projectId/start">
          Connect your app
        </ProjectLink>
      ),
    },
    {
      title: 'Sign up your first user',
      text: 'Run your app and create an account in it.',
      isDone: overview.total_users > 0,
      link: (
        <ProjectLink {...look} to="/projects/$projectId/start">
          Show me how
        </ProjectLink>
      ),
    },
    {
      title: 'Add your app’s domain',
      text: 'Sign-in redirects and email links only go to trusted domains.',
      isDone: project.config.domains.length > 0,
      link: (
        <ProjectLink {...look} to="/projects/$projectId/domains">
          Add domain
        </ProjectLink>
      ),
    },
    {
      title: 'Turn on production mode',
      text: 'Checks that your project is safe for real users.',
      isDone: project.is_production_mode,
      link: (
        <ProjectLink {...look} to="/projects/$projectId/settings/production">
          Open settings
        </ProjectLink>
      ),
    },
  ]
  const doneCount = steps.filter(({ isDone }) => isDone).length
  if (doneCount === steps.length) return null
  return (
    <Card title="Get started" description={`${doneCount} of ${steps.length} done`}>
      <ul className="ui-list checklist">
        {steps.map(({ title, text, isDone, link }) => (
          <li key={title} data-done={isDone || undefined}>
            {isDone ? <CircleCheck aria-label="Done" /> : <Circle aria-label="To do" />}
            <div>
              <strong>{title}</strong>
              {!isDone && <div className="ui-muted">{text}</div>}
            </div>
            {!isDone && link}
          </li>
        ))}
      </ul>
    </Card>
  )
}
