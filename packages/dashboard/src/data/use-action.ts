import { useCallback, useEffect, useRef, useState } from 'react'
import { toast } from '../ui/toast.tsx'
import { checkConnection } from './connection.ts'
import { describeError } from './describe-error.ts'

interface Options {
  /** Shown as a toast on success. */
  done?: string
  undo?: () => Promise<unknown>
}

/** Runs one action at a time, tracks whether it is busy and shows failures. Resolves to whether it succeeded. */
export function useAction() {
  const [isBusy, setIsBusy] = useState(false)
  const isRunning = useRef(false)
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  const run = useCallback(async (work: () => Promise<unknown>, options: Options = {}): Promise<boolean> => {
    if (isRunning.current) return false
    isRunning.current = true
    setIsBusy(true)
    try {
      return await attempt(work, options)
    } finally {
      isRunning.current = false
      if (isShown.current) setIsBusy(false)
    }
  }, [])
  return { isBusy, run }
}

/** Runs an action without a busy state. */
export async function attempt(work: () => Promise<unknown>, { done, undo }: Options = {}): Promise<boolean> {
  try {
    await work()
  } catch (error) {
    console.error(error)
    checkConnection()
    toast(describeError(error), { tone: 'danger' })
    return false
  }
  if (done) toast(done, undo ? { undo: () => void attempt(undo) } : {})
  return true
}
