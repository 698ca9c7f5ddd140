declare const process: { env: { NODE_ENV?: string } }

/** Bundlers replace the expression with its value; without a bundler the variable may not exist. */
export function isDevelopment(): boolean {
  try {
    return process.env.NODE_ENV !== 'production'
  } catch {
    return false
  }
}
