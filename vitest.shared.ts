/** Packages resolve to their sources, so tests need no build. */
export const sourceResolution = {
  resolve: { conditions: ['latchkey-source', 'module', 'node', 'development|production'] },
  ssr: {
    resolve: {
      conditions: ['latchkey-source', 'module', 'node', 'development|production'],
      externalConditions: ['latchkey-source'],
    },
  },
}
