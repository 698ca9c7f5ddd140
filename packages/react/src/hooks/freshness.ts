import {
  appInternalsSymbol,
  type CacheStore,
  type CurrentUser,
  hasCode,
  type ClientApp as SdkClientApp,
} from '@latchkey/sdk'
import { useEffect, useRef } from 'react'
import type { UseUserOptions } from './app-hooks.ts'
import { type Attempts, attempt } from './attempt.ts'

/** Of one store and one age. Several components share the question and its answer until one of them is on the page. */
interface Check {
  /** The user who has passed. */
  passedBy?: string | undefined
}

const checks = new WeakMap<object, Map<number, Check>>()
const attempts: Attempts = new WeakMap()

/**
 * Suspends until the user has proven recently who they are, asking them if needed. Asks once for as long as a component
 * stays on the page, so that nothing that was typed is lost when the time is over.
 */
export function useFreshness(
  app: SdkClientApp,
  { freshWithinSeconds: seconds = 0, tokenStore }: UseUserOptions,
  store: CacheStore<unknown>,
  user: CurrentUser | null,
): void {
  const passed = useRef<string>(undefined)
  const id = user?.id
  const check = checkOf(store, seconds)
  useEffect(() => {
    passed.current = id
    check.passedBy = undefined
  }, [id, check])
  if (id === undefined || passed.current === id || check.passedBy === id) return
  throw attempt(attempts, check, async () => {
    await prove(app, seconds, tokenStore)
    check.passedBy = id
  })
}

function checkOf(store: object, seconds: number): Check {
  const ofStore = checks.get(store) ?? new Map<number, Check>()
  checks.set(store, ofStore)
  const check = ofStore.get(seconds) ?? {}
  ofStore.set(seconds, check)
  return check
}

async function prove(app: SdkClientApp, seconds: number, tokenStore: UseUserOptions['tokenStore']): Promise<void> {
  const { core } = app[appInternalsSymbol]
  // Deferred, so that the provider has rendered, which shows the dialog.
  await new Promise((resolve) => setTimeout(resolve))
  const [{ proveWithin }, session] = await Promise.all([core.features.loadAccount(), core.findSession(tokenStore)])
  try {
    await proveWithin(core, session, seconds)
  } catch (error) {
    const isAsked = core.askForProof ?? core.options.onStepUpRequired
    if (isAsked || !hasCode(error, 'STEP_UP_REQUIRED')) throw error
    throw new Error('useUser({ freshWithinSeconds }) needs a <Suspense> boundary inside of <LatchkeyProvider>.', {
      cause: error,
    })
  }
}
