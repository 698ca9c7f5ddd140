import { Link, useLocation } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { projectPages } from '../data/pages.ts'
import { rememberRecent } from '../data/recent.ts'
import type { Project } from '../data/rows.ts'

type SetCrumb = (title: string | undefined) => void
const CrumbContext = createContext<SetCrumb>(() => {})
const TitleContext = createContext<string | undefined>(undefined)

/** Lets a page set its own crumb, such as a user's name. */
export function CrumbProvider({ children }: { children: ReactNode }) {
  const [title, setTitle] = useState<string>()
  return (
    <CrumbContext value={setTitle}>
      <TitleContext value={title}>{children}</TitleContext>
    </CrumbContext>
  )
}

/** Sets the last crumb of a page below the sidebar pages, such as a user's name. */
export function useCrumb(title: string): void {
  const setTitle = useContext(CrumbContext)
  useEffect(() => {
    setTitle(title)
    return () => setTitle(undefined)
  }, [setTitle, title])
}

/** The same for something that people come back to, which the search then offers. */
export function useItemCrumb(name: string): void {
  useCrumb(name)
  const { pathname } = useLocation()
  useEffect(() => rememberRecent(pathname, name), [pathname, name])
}

export function Breadcrumbs({ project }: { project?: Project | undefined }) {
  const { pathname } = useLocation()
  const detail = useContext(TitleContext)
  if (!project) return <div className="frame-crumbs" />
  const params = { projectId: project.id }
  const [, , , section] = pathname.split('/')
  const page = projectPages.find(({ to }) => to === `/projects/$projectId${section ? `/${section}` : ''}`)
  const isDetail = pathname.split('/').length > 4
  return (
    <nav className="frame-crumbs" aria-label="Breadcrumbs">
      <ol>
        <li>
          <Link className="ui-truncate" to="/projects/$projectId" params={params}>
            {project.display_name}
          </Link>
          <ChevronRight className="frame-crumbs-icon" />
        </li>
        {page && isDetail && (
          <li>
            <Link to={page.to} params={params}>
              {page.title}
            </Link>
            <ChevronRight className="frame-crumbs-icon" />
          </li>
        )}
        <li aria-current="page">
          <span className="ui-truncate">{isDetail ? detail : (page?.title ?? detail)}</span>
        </li>
      </ol>
    </nav>
  )
}
