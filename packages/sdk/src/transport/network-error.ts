/** Explains a failed connection: the browser is offline, or what diagnostics say about the server. */
export async function networkErrorOf(cause: unknown, baseUrl: string, headers: Headers): Promise<Error> {
  if (globalThis.navigator?.onLine === false) {
    return new Error('You are offline. Please check your internet connection and try again.', { cause })
  }
  // If the API cannot be reached, the app's own code may not be either.
  const diagnostics = await import('./network-diagnostics.ts').then(
    ({ diagnoseNetwork }) => diagnoseNetwork(baseUrl, headers),
    String,
  )
  return new Error(
    `Latchkey is unable to connect to the server. Check that ${baseUrl} is the address of your Latchkey server and that it is running.\n\n${cause}\n\n${diagnostics}`,
    { cause },
  )
}
