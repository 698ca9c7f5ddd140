import { ProjectLink } from '../parts/links.tsx'

/** Said before anyone starts to write. */
export function OwnTextNotice() {
  return (
    <p className="ui-banner ui-notice">
      <span>
        The shared email server only sends built-in emails. Your own texts and themes need your own email server.
      </span>
      <ProjectLink to="/projects/$projectId/emails/server">Set up email server</ProjectLink>
    </p>
  )
}
