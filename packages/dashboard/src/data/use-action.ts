import { useCallback, useRef, useState } from 'react'
import { toast } from '../ui/toast.tsx'
import { SaveCancelled, takeIsAllTheirs } from './conflicts.ts'
import { checkConnection } from './connection.ts'
import { describeError } from './describe-error.ts'

interface Options<T> {
  /** Shown as a toast on success. */
  done?: string | undefined
  /** Receives what the action has returned, such as the revision that undoing is based on. */
  undo?: ((result: T) => Promise<unknown>) | undefined
  /** Shows an error in its own place. Returns false if it belongs into a toast. */
  showError?: ((error: unknown) => boolean) | undefined
}

/**
 * Runs actions one after the other, tracks whether any is left and shows failures. Resolves to whether it succeeded. A
 * second click on the same thing, which would tell the same success, does nothing until the first is done.
 */
export function useAction() {
  const [left, setLeft] = useState(0)
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const promised = useRef(new Set<string>())

  const run = useCallback(async <T>(work: () => Promise<T>, options: Options<T> = {}): Promise<boolean> => {
    const { done = '' } = options
    if (promised.current.has(done)) return false
    if (done) promised.current.add(done)
    setLeft((count) => count + 1)
    const result = last.current.then(() => attempt(work, options))
    last.current = result
    const isDone = await result
    promised.current.delete(done)
    setLeft((count) => count - 1)
    return isDone
  }, [])
  return { isBusy: left > 0, run }
}

/** Runs an action without a busy state. */
export async function attempt<T>(work: () => Promise<T>, { done, undo, showError }: Options<T> = {}): Promise<boolean> {
  let result: T
  try {
    result = await work()
  } catch (error) {
    if (error instanceof SaveCancelled) return false
    checkConnection()
    if (showError?.(error)) return false
    console.error(error)
    toast(describeError(error), { tone: 'danger' })
    return false
  }
  const isAllTheirs = takeIsAllTheirs()
  if (done && isAllTheirs) toast('Their changes were kept.')
  else if (done) toast(done, undo ? { undo: () => void attempt(() => undo(result)) } : {})
  return true
}
