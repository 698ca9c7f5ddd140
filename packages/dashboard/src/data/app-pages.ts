import { useProject } from './owner.ts'

/** The URLs where the app serves Latchkey's pages, such as `https://example.com/handler`. */
export function useHandlerUrls(): readonly string[] {
  const { config } = useProject()
  const trusted = config.domains
    // A wildcard does not tell which hosts exist.
    .filter(({ domain }) => !domain.includes('*'))
    .map(({ domain, handler_path }) => `${domain.replace(/\/$/, '')}${handler_path.replace(/\/$/, '')}`)
  return config.allow_localhost ? [...trusted, 'http://localhost:3000/handler'] : trusted
}

/** The target of email links. Throws a user-facing error if the project has no trusted domain. */
export function useCallbackUrl(page: string): () => string {
  const [url] = useHandlerUrls()
  return () => {
    if (!url) throw new Error('Add a trusted domain first. The link in the email needs a page of your app.')
    return `${url}/${page}`
  }
}
