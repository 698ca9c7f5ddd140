import type { Config } from './config.ts'

/** Below it are all pages of the dashboard, and those that an owner's customers open. */
export const dashboardPath = '/dashboard'

/** The public address of a page of the dashboard; the path begins with a slash. */
export function dashboardUrl(config: Pick<Config, 'url'>, path: `/${string}`): string {
  return `${config.url}${dashboardPath}${path}`
}

/** Where someone buys what the code stands for. */
export function purchaseUrl(config: Pick<Config, 'url'>, fullCode: string): string {
  return dashboardUrl(config, `/purchase/${fullCode}`)
}
