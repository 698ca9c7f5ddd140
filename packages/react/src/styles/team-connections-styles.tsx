import { Styles } from './style-element.tsx'
import { styles } from './team-connections-styles.generated.ts'

/** A separate file, for the few who manage the identity providers of a team. */
export function TeamConnectionsStyles() {
  return <Styles css={styles} />
}
