import { useCallback, useRef, useState } from 'react'
import { toast } from '../ui/toast.tsx'
import { checkConnection } from './connection.ts'
import { describeError } from './describe-error.ts'

interface Options {
  /** Shown as a toast on success. */
  done?: string | undefined
  undo?: (() => Promise<unknown>) | undefined
  /** Shows an error in its own place. Returns false if it belongs into a toast. */
  showError?: ((error: unknown) => boolean) | undefined
}

/** Runs one action at a time, tracks whether it is busy and shows failures. Resolves to whether it succeeded. */
export function useAction() {
  const [isBusy, setIsBusy] = useState(false)
  const isRunning = useRef(false)

  const run = useCallback(async (work: () => Promise<unknown>, options: Options = {}): Promise<boolean> => {
    if (isRunning.current) return false
    isRunning.current = true
    setIsBusy(true)
    try {
      return await attempt(work, options)
    } finally {
      isRunning.current = false
      setIsBusy(false)
    }
  }, [])
  return { isBusy, run }
}

/** Runs an action without a busy state. */
export async function attempt(work: () => Promise<unknown>, { done, undo, showError }: Options = {}): Promise<boolean> {
  try {
    await work()
  } catch (error) {
    checkConnection()
    if (showError?.(error)) return false
    console.error(error)
    toast(describeError(error), { tone: 'danger' })
    return false
  }
  if (done) toast(done, undo ? { undo: () => void attempt(undo) } : {})
  return true
}
