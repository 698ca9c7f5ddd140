import { useNavigate, useRouter } from '@tanstack/react-router'
import type { ProjectPath } from '../shell/router.tsx'

/** Opens this page in another project. The page of one thing, such as a user, leads to the page above it. */
export function useSamePage(): (projectId: string) => void {
  const router = useRouter()
  const navigate = useNavigate()
  return (projectId) => {
    const isOpenable = (path: string) => path in router.routesByPath && !/\$(?!projectId)/.test(path)
    let path: string = (router.state.matches.at(-1)?.fullPath ?? '').replace(/\/$/, '')
    while (path && !isOpenable(path)) path = path.slice(0, path.lastIndexOf('/'))
    void navigate({ to: (path || '/projects/$projectId') as ProjectPath, params: { projectId } })
  }
}
