import { ProjectLink } from '../parts/links.tsx'

/** Whose connection or domain it is: a team, or the project itself. */
export function Owner({ of }: { of: { team_id: string | null; team_display_name: string | null } }) {
  if (of.team_id === null) return <span className="ui-muted">Whole project</span>
  return (
    <ProjectLink
      className="ui-name ui-truncate"
      to="/projects/$projectId/teams/$teamId"
      params={{ teamId: of.team_id }}
      search={{ tab: 'connections' }}
    >
      <bdi>{of.team_display_name || 'Unnamed team'}</bdi>
    </ProjectLink>
  )
}
