'use client'

import { appInternalsSymbol, type ProjectJson } from '@latchkey/sdk'
import { notFound } from 'next/navigation'
import { useMemo } from 'react'
import { useApp } from '../hooks/use-app.ts'
import { LatchkeyHandler, type LatchkeyHandlerProps, NotFoundContext } from '../screens/handler.tsx'

interface ClientHandlerProps extends Omit<LatchkeyHandlerProps, 'app'> {
  project: ProjectJson | undefined
}

export function ClientHandler({ project, ...props }: ClientHandlerProps) {
  const app = useApp()
  useMemo(() => {
    if (project) app[appInternalsSymbol].core.seedProject(project)
  }, [app, project])
  return (
    <NotFoundContext.Provider value={notFound}>
      <LatchkeyHandler {...props} />
    </NotFoundContext.Provider>
  )
}
