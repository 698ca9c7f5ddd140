import { styles } from './menu-styles.generated.ts'
import { Styles } from './style-element.tsx'

/** Styles of menus and of names beside avatars, which the sign-in page does not use. */
export function MenuStyles() {
  return <Styles css={styles} />
}
