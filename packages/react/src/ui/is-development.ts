declare const process: { env: { NODE_ENV?: string } }

/** Bundlers put the value in place of the expression; without a bundler there may be no such variable. */
export function isDevelopment(): boolean {
  try {
    return process.env.NODE_ENV !== 'production'
  } catch {
    return false
  }
}
