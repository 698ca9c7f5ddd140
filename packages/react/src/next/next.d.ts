// The parts of Next.js that we use. It is not installed here, because apps bring their own version.

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
  export function useRouter(): { push(url: string): void; replace(url: string): void; refresh(): void }
}

declare module 'next/server' {
  export function connection(): Promise<void>
}

// Undocumented, but present in every version of the peer dependency. The range therefore ends with the newest major
// version, and our tests run with the newest and the oldest one.
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
