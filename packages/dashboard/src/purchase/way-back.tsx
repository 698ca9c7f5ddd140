import { settings } from '../settings.ts'
import type { Purchase } from './purchase.ts'
import './way-back.css'

const keyOf = (fullCode: string) => `latchkey.purchase-return.${fullCode}`

/** The result is shown by another page, which can no longer read the link. */
export function rememberWayBack(fullCode: string, { return_url }: Purchase): void {
  if (!return_url) return
  try {
    sessionStorage.setItem(keyOf(fullCode), return_url)
  } catch (error) {
    console.warn(error)
  }
}

/** Where the link says, else the seller's app; undefined if neither is known. */
function findWayBack(fullCode: string): string | undefined {
  let remembered: string | null = null
  try {
    remembered = sessionStorage.getItem(keyOf(fullCode))
  } catch (error) {
    console.warn(error)
  }
  return remembered ?? settings.seller?.homeUrl ?? undefined
}

interface WayBackProps {
  fullCode: string
  /** Beside something that is more important. */
  isQuiet?: boolean
}

export function WayBack({ fullCode, isQuiet = false }: WayBackProps) {
  const url = findWayBack(fullCode)
  if (!url) return null
  return (
    <a className="lk-button" data-kind={isQuiet ? 'quiet' : undefined} href={url}>
      Back to <bdi>{settings.seller?.name ?? 'the app'}</bdi>
    </a>
  )
}

/** The same on top of the page, where it disturbs nobody who is about to pay. */
export function WayBackLink({ fullCode }: Pick<WayBackProps, 'fullCode'>) {
  const url = findWayBack(fullCode)
  if (!url) return null
  return (
    <a className="lk-way-back" href={url}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d="M12 4l-6 6 6 6" />
      </svg>
      Back to {settings.seller?.name ?? 'the app'}
    </a>
  )
}
