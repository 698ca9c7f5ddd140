import { registerFramework } from '@latchkey/sdk'
import { redirect, usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useCallback } from 'react'
import { pageOf } from './page-of.ts'

// Imported for its effect by what runs in the browser, and on the server to render for it.
registerFramework({
  redirectMethod: 'nextjs',
  redirect: (url, { replace }) => redirect(url, replace ? 'replace' : 'push'),
  useNavigate,
  usePage,
})

function useNavigate() {
  const router = useRouter()
  return useCallback(
    (to: string, options?: { replace: boolean }) => (options?.replace ? router.replace(to) : router.push(to)),
    [router],
  )
}

function usePage() {
  const query = useSearchParams()
  return pageOf(usePathname(), query)
}
