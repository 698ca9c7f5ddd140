const probeTimeoutMillis = 5000

/** Diagnoses the connection to the server, as JSON for developers. */
export async function diagnoseNetwork(baseUrl: string, headers: Headers): Promise<string> {
  const [apiRoot, baseUrlBackend] = await Promise.all([probe(`${baseUrl}/api/v1`, headers), probe(`${baseUrl}/health`)])
  return JSON.stringify({ 'navigator?.onLine': globalThis.navigator?.onLine, apiRoot, baseUrlBackend }, null, 2)
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
