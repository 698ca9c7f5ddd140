import { styles } from './on-demand-styles.generated.ts'
import { Styles } from './theme.tsx'

/** The styles that a sign-in page needs none of. They come and go with what is fetched on demand and shows this. */
export function OnDemandStyles() {
  return <Styles css={styles} />
}
