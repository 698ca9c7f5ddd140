import { useData } from '../data/data.ts'
import { environmentNames } from '../data/environments.ts'
import type { Project } from '../data/rows.ts'
import { labelOf } from '../data/setting-labels.ts'
import { ProjectLink } from '../parts/links.tsx'
import type { ProjectPath } from '../shell/router.tsx'
import { Card } from '../ui/page.tsx'

/** What the other environment has of its own and this one lacks, such as client secrets. Nothing if that is nothing. */
export function MissingSettings({ other }: { other: Project }) {
  const request = { params: { project_id: other.id } }
  const { kept_apart } = useData('GET /internal/environments/{project_id}/differences', request)
  const missing = kept_apart.filter(({ from }) => from === undefined)
  if (missing.length === 0) return null
  const name = environmentNames[other.environment ?? 'production']
  return (
    <Card title={`Set up in ${name}, not here`} description="Each environment has its own. Set up what you need.">
      <ul className="ui-list environments-missing">
        {places.map(({ to, title, start }) => {
          const found = missing.filter(({ path }) => path.startsWith(start))
          return (
            found.length > 0 && (
              <li key={to}>
                <ProjectLink to={to}>{title}</ProjectLink>
                <ul>
                  {found.map((setting) => (
                    <li key={setting.path}>{labelOf(setting.path, setting.name)}</li>
                  ))}
                </ul>
              </li>
            )
          )
        })}
      </ul>
    </Card>
  )
}

/** Where the settings of an environment are changed. */
const places: readonly { to: ProjectPath; title: string; start: string }[] = [
  { to: '/projects/$projectId/sign-in-methods', title: 'Sign-in methods', start: 'auth.' },
  { to: '/projects/$projectId/domains', title: 'Domains', start: 'domains.' },
  { to: '/projects/$projectId/emails/server', title: 'Email server', start: 'emails.server.' },
]
