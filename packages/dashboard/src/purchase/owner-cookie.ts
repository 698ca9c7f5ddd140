/**
 * Whether someone is signed in on this server's own pages. Customers are not, so their page does not load the sign-in
 * code.
 */
export function mayBeOwner(): boolean {
  return /(^|;\s*)stack-refresh(-internal)?=/.test(document.cookie)
}
