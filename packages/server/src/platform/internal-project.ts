/** The project whose users own the other projects. */
export const internalProjectId = 'internal'
