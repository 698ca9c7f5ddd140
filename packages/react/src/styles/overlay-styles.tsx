import { styles } from './overlay-styles.generated.ts'
import { Styles } from './style-element.tsx'

/** Styles of menus, dialogs and the other screens, which the sign-in page does not use. */
export function OverlayStyles() {
  return <Styles css={styles} />
}
