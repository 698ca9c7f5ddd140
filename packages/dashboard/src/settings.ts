export interface Seller {
  name: string
  /** `auto` follows the device. */
  mode: 'auto' | 'light' | 'dark'
  logoUrl: string | null
  logoDarkModeUrl: string | null
  /** The URL of their app. */
  homeUrl: string | null
}

/** Settings the server passes to its pages in a meta element. */
interface Settings {
  /** The public URL of this server, which may differ from this page's origin. */
  url: string
  /** The key of the internal project, whose users own projects. */
  publishableClientKey: string
  /** The project of the demo at `/demo`. Null if the server has none. */
  demoProjectId: string | null
  /** The card provider's browser key. Null if cards cannot be charged. */
  stripePublishableKey: string | null
  /** The seller on a purchase page. Null if unknown. */
  seller: Seller | null
  /** The project whose users this page signs in, if it is not one for owners. */
  hosted?: { projectId: string; publishableClientKey: string }
  /** Whether an AI model can help write emails. */
  hasAiModel: boolean
  /** Whether Google and GitHub work without keys, through the mock identity provider of development servers. */
  hasDevelopmentProvider: boolean
  /** Whether an external service delivers the webhooks. */
  hasWebhookService: boolean
}

export const settings: Settings = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name="latchkey-settings"]')?.content ?? '{}',
)
