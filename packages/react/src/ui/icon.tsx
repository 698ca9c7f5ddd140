/** A decorative icon on a 20 × 20 grid. Its meaning is in the text beside it or in a label. */
export function Icon({ path }: { path: string }) {
  return (
    <svg className="lk-icon" width="16" height="16" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  )
}

export const eye =
  'M1.8 10S4.7 4.4 10 4.4 18.2 10 18.2 10 15.3 15.6 10 15.6 1.8 10 1.8 10Z M10 12.4a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8Z'
export const eyeOff = `${eye} M3.5 3l13 14`
export const check = 'M4 10.6l4 4 8-9'
export const close = 'M5 5l10 10 M15 5L5 15'
export const fingerprint =
  'M4 13.5c.8-1.2.9-2.3.9-3.6a5.1 5.1 0 0 1 10.2 0c0 2.6-.3 4.7-1.2 6.7 M7.4 16.7c1-1.9 1.2-4.1 1.2-6.7a1.4 1.4 0 0 1 2.8 0c0 2.7-.3 5-1.2 7.3 M3.2 7.4a7.4 7.4 0 0 1 13.6 0'
export const warning = 'M10 3.2 17.6 16.4H2.4z M10 8.2v3.6 M10 14.2h.01'
export const info = 'M10 17.4a7.4 7.4 0 1 0 0-14.8 7.4 7.4 0 0 0 0 14.8Z M10 9.4v4 M10 6.5h.01'
export const arrowBack = 'M16.4 10H3.6 M8.6 4.8L3.4 10l5.2 5.2'
