import { ProjectLink } from '../parts/links.tsx'

/** Said before anyone starts to write. */
export function OwnTextNotice() {
  return (
    <p className="ui-banner ui-notice">
      <span>The shared email server only sends built-in texts, so nothing can be changed here yet.</span>
      <ProjectLink to="/projects/$projectId/emails/server">Set up your own email server</ProjectLink>
    </p>
  )
}
