import type { NextConfig } from 'next'

const config: NextConfig = {
  // This folder is an app of its own, although there is a lockfile further up.
  turbopack: { root: import.meta.dirname },
  outputFileTracingRoot: import.meta.dirname,
}

export default config
