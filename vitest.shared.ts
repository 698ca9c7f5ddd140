/** Packages resolve to their sources, so tests need no build. */
export const sourceResolution = {
  resolve: { conditions: ['latchkey-source', 'module', 'node', 'development|production'] },
  ssr: {
    resolve: {
      // Without `module`, where OpenTelemetry has files that only bundlers can load.
      conditions: ['latchkey-source', 'node', 'development|production'],
      externalConditions: ['latchkey-source'],
    },
  },
}
