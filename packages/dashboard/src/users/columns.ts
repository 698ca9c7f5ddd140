import { useState } from 'react'

const storageKey = 'latchkey-user-columns'

export const columnNames = {
  email: 'Email',
  methods: 'Sign-in methods',
  twoFactor: 'Two-factor',
  id: 'ID',
  active: 'Last active',
  signedUp: 'Signed up',
} as const

export type ColumnId = keyof typeof columnNames

const usual: readonly ColumnId[] = ['email', 'methods', 'active', 'signedUp']

/** The visible columns besides the name. The choice is stored in this browser. */
export function useColumns() {
  const [chosen, setChosen] = useState(read)
  return {
    shown: new Set<ColumnId>(chosen ?? usual),
    isChosen: chosen !== undefined,
    toggle: (id: ColumnId, isShown: boolean) => {
      const others = (chosen ?? usual).filter((each) => each !== id)
      const next = isShown ? [...others, id] : others
      setChosen(next)
      localStorage.setItem(storageKey, JSON.stringify(next))
    },
    reset: () => {
      setChosen(undefined)
      localStorage.removeItem(storageKey)
    },
  }
}

function read(): readonly ColumnId[] | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    return Array.isArray(stored) ? stored.filter((id) => Object.hasOwn(columnNames, id)) : undefined
  } catch {
    return undefined
  }
}
