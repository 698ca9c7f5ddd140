import { LatchkeyHandler } from '@latchkey/react/next'
import { latchkey } from '../../../latchkey'

/** One password field is enough: people can show what they type, and reset it by email. */
const pages = { SignUp: { noPasswordRepeat: true } }

export default function Handler(props: PageProps<'/handler/[...latchkey]'>) {
  return <LatchkeyHandler app={latchkey} routeProps={props} fullPage componentProps={pages} />
}
