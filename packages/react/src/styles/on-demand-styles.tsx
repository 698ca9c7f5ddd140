import { styles } from './on-demand-styles.generated.ts'
import { Styles } from './style-element.tsx'

/** Styles the sign-in page does not use. Mounted together with dialogs and the lazy screens. */
export function OnDemandStyles() {
  return <Styles css={styles} />
}
