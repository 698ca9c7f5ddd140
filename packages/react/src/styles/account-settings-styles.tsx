import { styles } from './account-settings-styles.generated.ts'
import { Styles } from './style-element.tsx'

/** In a file of their own, so that no other page loads them. */
export function AccountSettingsStyles() {
  return <Styles css={styles} />
}
