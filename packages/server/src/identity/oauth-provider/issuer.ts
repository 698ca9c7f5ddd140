import type { Settings } from '../../platform/platform.ts'

/** Where a project's provider is found below the URL of the server. Its cookies are sent nowhere else. */
export const providerPath = (projectId: string) => `/oauth/${projectId}`

export const issuerOf = ({ url }: Pick<Settings, 'url'>, projectId: string) => `${url}${providerPath(projectId)}`
