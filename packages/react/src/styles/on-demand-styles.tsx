import { styles } from './on-demand-styles.generated.ts'
import { Styles } from './style-element.tsx'

/** Styles of dialogs and of the pages that are fetched on demand. A sign-in page uses none of them. */
export function OnDemandStyles() {
  return <Styles css={styles} />
}
