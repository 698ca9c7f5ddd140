import type { ErrorDetailsOf } from '@latchkey/sdk'
import { useRef, useSyncExternalStore } from 'react'
import type { ClientApp } from '../client-app.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { describeRestriction } from '../ui/failures.tsx'
import { nothing } from '../ui/shown-project.ts'
import { readStorage } from '../ui/storage.ts'

/** Who opens the sign-in page later has come for another reason. */
const maxAgeMillis = 3_600_000

interface End {
  at: number
  restriction?: ErrorDetailsOf<'USER_IS_RESTRICTED'>
}

/** Tells a user whose session the server has ended why the page is gone. The SDK remembers it until the next sign-in. */
export function useEndNotice({ projectId }: ClientApp): string | undefined {
  const t = useTranslate()
  const found = useRef<End | null>(undefined)
  const read = () => {
    if (found.current === undefined) found.current = readEnd(projectId)
    return found.current
  }
  const end = useSyncExternalStore(nothing.subscribe, read, () => null)
  if (!end) return undefined
  return end.restriction ? describeRestriction(end.restriction, t) : t("You've been signed out. Sign in to continue.")
}

function readEnd(projectId: string): End | null {
  try {
    const end: End | null = JSON.parse(readStorage(`_LATCHKEY.ended.${projectId}`) ?? 'null')
    return end && Math.abs(Date.now() - end.at) < maxAgeMillis ? end : null
  } catch {
    return null
  }
}
