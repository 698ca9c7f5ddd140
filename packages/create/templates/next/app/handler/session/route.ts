import { createSessionRoute } from '@latchkey/react/next'
import { latchkey } from '../../../latchkey'

/** Signs people in and keeps their sessions in cookies that no script can read. */
export const POST = createSessionRoute(latchkey)
