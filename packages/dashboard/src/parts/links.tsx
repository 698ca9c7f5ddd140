import { getRouteApi } from '@tanstack/react-router'

const projectRoute = getRouteApi('/owner/projects/$projectId')

/** Links to pages of the project in the URL. Its ID need not be given. */
export const ProjectLink: ProjectRoute['Link'] = projectRoute.Link

/** Navigates to pages of the project in the URL. */
export const useProjectNavigate: ProjectRoute['useNavigate'] = projectRoute.useNavigate

/** The link of a row or card, which covers it. */
export const RowLink = ((props) => <ProjectLink className="ui-row-link" {...props} />) as typeof ProjectLink

type ProjectRoute = typeof projectRoute
