/**
 * Whether somebody is signed in on this server's own pages. Customers are not, and their page then loads nothing of
 * what signing in takes.
 */
export function mayBeOwner(): boolean {
  return /(^|;\s*)stack-refresh(-internal)?=/.test(document.cookie)
}
