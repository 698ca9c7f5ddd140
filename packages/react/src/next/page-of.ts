/** On a host that nobody looks at. Not resolved, because a path may start with two slashes. */
export function pageOf(path: string, query: URLSearchParams): URL {
  return new URL(`http://page.invalid${path}?${query}`)
}
