import type { AdminConfig } from '@latchkey/react'
import { useMemo } from 'react'
import { useData } from './data.ts'

/** All settings of the project, including defaults. */
export function useConfig(): AdminConfig {
  const { config_string } = useData('GET /internal/config')
  return useMemo(() => JSON.parse(config_string), [config_string])
}

/** The revision of these settings. */
export const useConfigRevision = (): number => useData('GET /internal/config').revision
