// What `findBy…` waits for is missing many times before it is there, so a page is only printed when its error is read. A
// setup file, for the dashboard too.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  configure(({ getElementError }) => {
    // The files of a worker share the library.
    if (getElementError.name === describeLazily.name) return {}
    function describeLazily(message: string | null, container: Element) {
      const error = new Error()
      error.name = 'TestingLibraryElementError'
      const get = () => getElementError(message, container).message
      return Object.defineProperty(error, 'message', { get, configurable: true })
    }
    return { getElementError: describeLazily }
  })
}

export {}
