import { styles } from './account-settings-styles.generated.ts'
import { Styles } from './style-element.tsx'

/** A separate file, so that other pages do not load it. */
export function AccountSettingsStyles() {
  return <Styles css={styles} />
}
