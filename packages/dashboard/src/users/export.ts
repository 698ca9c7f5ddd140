import { type CsvColumns, download, toCsv } from '../data/csv.ts'
import { useApi } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { hasSecondFactor } from '../people/second-factor.ts'
import { toast } from '../ui/toast.tsx'
import type { UserSearch } from './search.ts'
import { type ListedUser, loadAllUsers } from './user-list.ts'

/** The file is built in the browser's memory. */
const maxExported = 100_000

const toTime = (millis: number | null) => (millis === null ? '' : new Date(millis).toISOString())

/** The import recognizes these names. */
const columns: CsvColumns<ListedUser> = [
  ['id', (user) => user.id],
  ['email', (user) => user.primary_email],
  ['email_verified', (user) => user.primary_email_verified],
  ['name', (user) => user.display_name],
  ['sign_in_methods', (user) => user.auth_methods.join(' ')],
  ['two_factor', hasSecondFactor],
  ['anonymous', (user) => user.is_anonymous],
  ['restricted', (user) => user.is_restricted],
  ['signed_up_at', (user) => toTime(user.signed_up_at_millis)],
  ['last_active_at', (user) => toTime(user.last_active_at_millis)],
]

/** Exports the selected users, or all matches and not only the current page. */
export function useExport() {
  const { display_name } = useProject()
  const { call } = useApi()
  const { isBusy, run } = useAction()
  const save = (parts: readonly string[]) => download(`${display_name} users.csv`, parts)
  return {
    isBusy,
    exportSelected: (users: readonly ListedUser[]) =>
      run(async () => save([toCsv(columns, users)]), { done: tellCount(users.length) }),
    exportAll: (search: UserSearch) =>
      run(async () => {
        const parts = [toCsv(columns, [])]
        let count = 0
        for await (const users of loadAllUsers(call, search)) {
          parts.push(toCsv(columns, users, { hasHeader: false }))
          count += users.length
          if (count >= maxExported) break
        }
        save(parts)
        toast(count < maxExported ? tellCount(count) : `${tellCount(count)} Filter by time to export the others.`)
      }),
  }
}

function tellCount(count: number): string {
  return count === 1 ? '1 user was exported.' : `${count.toLocaleString('en')} users were exported.`
}
