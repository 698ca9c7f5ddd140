import { styles } from './menu-styles.generated.ts'
import { Styles } from './style-element.tsx'

/** The styles of menus, and of names beside a picture. A sign-in page has neither. */
export function MenuStyles() {
  return <Styles css={styles} />
}
