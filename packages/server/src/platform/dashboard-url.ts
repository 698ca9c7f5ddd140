import type { Config } from './config.ts'

/** The base path of all dashboard pages and of the purchase pages. */
export const dashboardPath = '/dashboard'

/** The public URL of a dashboard page; the path begins with a slash. */
export function dashboardUrl(config: Pick<Config, 'url'>, path: `/${string}`): string {
  return `${config.url}${dashboardPath}${path}`
}

/** The URL of the purchase page for a code. */
export function purchaseUrl(config: Pick<Config, 'url'>, fullCode: string): string {
  return dashboardUrl(config, `/purchase/${fullCode}`)
}
