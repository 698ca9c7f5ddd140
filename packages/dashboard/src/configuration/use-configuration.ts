import { useData } from '../data/data.ts'
import { useStores } from '../data/owner.ts'

/** The settings that differ from the defaults, without secrets, and their revision. */
export function useConfiguration(): { text: string; revision: number } {
  const stores = useStores()
  return useData(
    stores.cached('settings/override', async () => {
      const { config_override_string, revision } = await stores.call('GET /internal/config/override', {})
      return { text: config_override_string, revision }
    }),
  )
}
