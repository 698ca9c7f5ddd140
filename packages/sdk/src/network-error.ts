const probeTimeoutMillis = 5000

/** Says whether this browser is offline or else what can be found out about the server. */
export async function networkErrorOf(cause: unknown, baseUrl: string, headers: Headers): Promise<Error> {
  const isOnline = globalThis.navigator?.onLine
  if (isOnline === false) {
    return new Error('You are offline. Please check your internet connection and try again.', { cause })
  }
  const [apiRoot, baseUrlBackend] = await Promise.all([probe(`${baseUrl}/api/v1`, headers), probe(`${baseUrl}/health`)])
  const diagnostics = JSON.stringify({ 'navigator?.onLine': isOnline, apiRoot, baseUrlBackend }, null, 2)
  return new Error(
    `Latchkey is unable to connect to the server. Check that ${baseUrl} is the address of your Latchkey server and that it is running.\n\n${cause}\n\n${diagnostics}`,
    { cause },
  )
}

async function probe(url: string, headers = new Headers()): Promise<string> {
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(probeTimeoutMillis) })
    const status = response.headers.get('x-stack-actual-status') ?? response.status
    return `${status}` === '200' ? 'OK' : `${status} ${await response.text()}`
  } catch (error) {
    return `${error}`
  }
}
