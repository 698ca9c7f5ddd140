// What we use of Next.js, in the versions that we support. It is not installed here: apps bring their own.

declare module 'next/headers' {
  interface Cookies {
    get(name: string): { value: string } | undefined
    set(name: string, value: string, options: Record<string, unknown>): void
  }
  interface RequestHeaders {
    get(name: string): string | null
  }
  export function cookies(): Cookies | Promise<Cookies>
  export function headers(): RequestHeaders | Promise<RequestHeaders>
}

declare module 'next/navigation' {
  export function redirect(url: string, type?: 'push' | 'replace'): never
  export function notFound(): never
  export function usePathname(): string
  export function useSearchParams(): URLSearchParams
  export function useRouter(): { push(url: string): void; replace(url: string): void }
}

declare module 'next/server' {
  export function connection(): Promise<void>
}

// Not documented, but there in every version of the peer dependency, which is why that ends with the newest major
// version: our tests run with it and with the oldest one.
declare module 'next/dist/server/app-render/work-unit-async-storage.external.js' {
  export const workUnitAsyncStorage: {
    getStore(): { url?: { pathname: string; search: string } } | undefined
  }
}

declare module 'next/link' {
  import type { ComponentType, ReactNode } from 'react'

  const Link: ComponentType<{ className: string; href: string; children: ReactNode }>
  export default Link
}
