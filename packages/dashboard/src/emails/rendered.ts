import { useEffect, useState } from 'react'
import { type BodyOf, hasCode } from '../data/call.ts'
import { useApi } from '../data/data.ts'
import { describeError } from '../data/describe-error.ts'
import { useMay } from '../parts/role.tsx'

export type Sources = BodyOf<'POST /emails/render-email'>

interface Rendered {
  html?: string
  subject?: string | undefined
  category?: string | undefined
  error?: string | undefined
}

const typingMillis = 400

/** The email as the server renders it after typing pauses. Keeps the last valid result while rendering fails. */
export function useRendered(sources: Sources): Rendered & { isStale: boolean } {
  const { call } = useApi()
  const isAllowed = useMay()('settings')
  const wanted = JSON.stringify(sources)
  const [rendered, setRendered] = useState<Rendered & { of?: string }>({})
  const isFirst = rendered.of === undefined
  useEffect(() => {
    if (!isAllowed) return
    let isCurrent = true
    const show = (next: Rendered) =>
      isCurrent && setRendered((last) => ({ html: last.html ?? '', ...next, of: wanted }))
    const timer = setTimeout(
      async () => {
        try {
          const body = JSON.parse(wanted) as Sources
          const { html, subject, notification_category } = await call('POST /emails/render-email', { body })
          show({ html, subject, category: notification_category })
        } catch (error) {
          const isTheirs = hasCode(error, 'EMAIL_RENDERING_ERROR')
          show({ error: isTheirs ? (error as { details: { error: string } }).details.error : describeError(error) })
        }
      },
      isFirst ? 0 : typingMillis,
    )
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [call, isAllowed, wanted, isFirst])
  return { ...rendered, isStale: rendered.of !== wanted }
}
