import { KnownErrors } from '@latchkey/react'
import { useEffect, useState } from 'react'
import { describeError } from '../data/describe-error.ts'
import { useStores } from '../data/owner.ts'
import type { CodeProblem } from '../ui/code-editor.tsx'

export interface Sources {
  template_id?: string
  template_tsx_source?: string
  theme_id?: string | false
  theme_tsx_source?: string
}

interface Rendered {
  html?: string
  subject?: string | undefined
  category?: string | undefined
  error?: string | undefined
}

const typingMillis = 400

/** The email as the server renders it after typing pauses. Keeps the last valid result while rendering fails. */
export function useRendered(sources: Sources): Rendered & { isStale: boolean } {
  const stores = useStores()
  const wanted = JSON.stringify(sources)
  const [rendered, setRendered] = useState<Rendered & { of?: string }>({})
  const isFirst = rendered.of === undefined
  useEffect(() => {
    let isCurrent = true
    const show = (next: Rendered) =>
      isCurrent && setRendered((last) => ({ html: last.html ?? '', ...next, of: wanted }))
    const timer = setTimeout(
      async () => {
        try {
          const body = JSON.parse(wanted) as Sources
          const { html, subject, notification_category } = await stores.call('POST /emails/render-email', { body })
          show({ html, subject, category: notification_category })
        } catch (error) {
          const isTheirs = KnownErrors.EmailRenderingError.isInstance(error)
          show({ error: isTheirs ? error.details.error : describeError(error) })
        }
      },
      isFirst ? 0 : typingMillis,
    )
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [stores, wanted, isFirst])
  return { ...rendered, isStale: rendered.of !== wanted }
}

/** Reads the position of an error. The server writes the line in words, compilers write `(line:column)`. */
export function toProblem(error: string, source: 'template' | 'theme'): CodeProblem | undefined {
  const [, namedLine, of] = /\(line (\d+) of the (template|theme)\)/.exec(error) ?? []
  if (namedLine) return of === source ? { message: error, line: Number(namedLine) } : undefined
  const [, line, column] = /\((\d+):(\d+)\)/.exec(error) ?? []
  return { message: error, line: Number(line ?? 1), column: line ? Number(column) : undefined }
}
