import { settings } from '../settings.ts'
import type { Purchase } from './purchase.ts'
import './way-back.css'

const keyOf = (fullCode: string) => `latchkey.purchase-return.${fullCode}`

/** Stores the return URL for the result page, which can no longer read the link. */
export function rememberWayBack(fullCode: string, { return_url }: Purchase): void {
  if (!return_url) return
  try {
    sessionStorage.setItem(keyOf(fullCode), return_url)
  } catch (error) {
    console.warn(error)
  }
}

/** The link's return URL, otherwise the seller's app. Undefined if neither is known. */
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
  /** A secondary style, next to a more important action. */
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

/** The same link at the top of the page, where it does not distract from paying. */
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
