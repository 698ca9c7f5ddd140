import { LatchkeyHandler } from '@latchkey/react/next'
import { latchkey } from '../../../latchkey'

/** Sign-in, sign-up, account settings and the rest of Latchkey's pages. */
export default function Handler(props: PageProps<'/handler/[...latchkey]'>) {
  return <LatchkeyHandler app={latchkey} routeProps={props} fullPage />
}
