import { registerFramework, relayToAppServer } from '@latchkey/sdk'
import { redirect, usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useCallback } from 'react'

// Imported for its side effect by the code of the browser, which also runs in server rendering.
registerFramework({
  redirectMethod: 'nextjs',
  relay: relayToAppServer,
  redirect: (url, { replace }) => redirect(url, replace ? 'replace' : 'push'),
  useNavigate,
  useLocation,
})

function useNavigate() {
  const router = useRouter()
  return useCallback(
    (to: string, options?: { replace: boolean }) => (options?.replace ? router.replace(to) : router.push(to)),
    [router],
  )
}

function useLocation() {
  const query = `${useSearchParams()}`
  // Two leading slashes would point to another site.
  const path = usePathname().replace(/^\/{2,}/, '/')
  return query ? `${path}?${query}` : path
}
