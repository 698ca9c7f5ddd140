import { useData } from '../data/data.ts'

/** The settings that differ from the defaults, without secrets, and their revision. */
export function useConfiguration(): { text: string; revision: number } {
  const { config_override_string, revision } = useData('GET /internal/config/override')
  return { text: config_override_string, revision }
}
