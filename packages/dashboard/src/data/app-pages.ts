import { useProject } from './owner.ts'

/** The URLs where the app serves Latchkey's pages, such as `https://example.com/handler`. */
export function useHandlerUrls(): readonly string[] {
  const { config, local_origin } = useProject()
  const trusted = config.domains
    // A wildcard does not tell which hosts exist.
    .filter(({ domain }) => !domain.includes('*'))
    .map(({ domain, handler_path }) => `${domain.replace(/\/$/, '')}${handler_path.replace(/\/$/, '')}`)
  // Last, because anyone can claim to be an app on localhost, and links in emails must lead to the real one.
  return config.allow_localhost && local_origin ? [...trusted, `${local_origin}/handler`] : trusted
}

/** The target of email links. Throws a user-facing error if no page of the app is known. */
export function useCallbackUrl(page: string): () => string {
  const [url] = useHandlerUrls()
  return () => {
    if (!url)
      throw new Error('Open your app once or add a trusted domain: the link in the email needs a page of your app.')
    return `${url}/${page}`
  }
}
