/** Says whether this browser is offline or else what can be found out about the server. */
export async function networkErrorOf(cause: unknown, baseUrl: string, headers: Headers): Promise<Error> {
  if (globalThis.navigator?.onLine === false) {
    return new Error('You are offline. Please check your internet connection and try again.', { cause })
  }
  // Where the server of the API cannot be reached, that of the app's code may be gone as well.
  const diagnostics = await import('./network-diagnostics.ts').then(
    ({ diagnoseNetwork }) => diagnoseNetwork(baseUrl, headers),
    String,
  )
  return new Error(
    `Latchkey is unable to connect to the server. Check that ${baseUrl} is the address of your Latchkey server and that it is running.\n\n${cause}\n\n${diagnostics}`,
    { cause },
  )
}
