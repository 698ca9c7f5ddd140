export interface Seller {
  name: string
  /** `auto` follows the device. */
  mode: 'auto' | 'light' | 'dark'
  logoUrl: string | null
  logoDarkModeUrl: string | null
  /** Where their app is. */
  homeUrl: string | null
}

/** What the server tells its pages, in a meta element of each. */
interface Settings {
  /** Where apps and providers reach this server, which need not be where this page is. */
  url: string
  /** Of the project whose users own projects. */
  publishableClientKey: string
  /** The card provider's key for browsers; null when no cards can be charged. */
  stripePublishableKey: string | null
  /** On a purchase page: whom people buy from; null when it is not known. */
  seller: Seller | null
  /** Whether a model can help to write emails. */
  hasAiModel: boolean
  /** Whether an external service delivers the webhooks. */
  hasWebhookService: boolean
}

export const settings: Settings = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name="latchkey-settings"]')?.content ?? '{}',
)
