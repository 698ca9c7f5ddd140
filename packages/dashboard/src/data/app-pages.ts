import { useProject } from './owner.ts'

/** The addresses at which the app of the project has Latchkey's pages, such as `https://example.com/handler`. */
export function useHandlerUrls(): readonly string[] {
  const { config } = useProject()
  const trusted = config.domains
    // Nobody knows which of its hosts exist.
    .filter(({ domain }) => !domain.includes('*'))
    .map(({ domain, handlerPath }) => `${domain.replace(/\/$/, '')}${handlerPath.replace(/\/$/, '')}`)
  return config.allowLocalhost ? [...trusted, 'http://localhost:3000/handler'] : trusted
}

/** Where links in emails lead; throws a sentence for people if there is no such place. */
export function useCallbackUrl(page: string): () => string {
  const [url] = useHandlerUrls()
  return () => {
    if (!url) throw new Error('Add a trusted domain first: the link in the email needs somewhere to lead.')
    return `${url}/${page}`
  }
}
