import type { ErrorDetailsOf } from '@latchkey/sdk'
import { useTranslate } from '../i18n/translation.tsx'
import { describeRestriction } from '../ui/failures.tsx'
import { useStored } from '../ui/storage.ts'

interface End {
  at: number
  restriction?: ErrorDetailsOf<'USER_IS_RESTRICTED'>
}

/**
 * Tells a user whose session the server has ended why the page is gone. The SDK remembers it until the next sign-in; who
 * opens the page more than an hour later has come for another reason.
 */
export function useEndNotice(projectId: string): string | undefined {
  const t = useTranslate()
  const text = useStored(`_LATCHKEY.ended.${projectId}`)
  try {
    const { at, restriction }: End = JSON.parse(text)
    if (Date.now() - at > 3_600_000) return
    return restriction ? describeRestriction(restriction, t) : t("You've been signed out. Sign in to continue.")
  } catch {
    // There is none, or something else has written it.
  }
}
