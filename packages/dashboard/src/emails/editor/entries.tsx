import type { EmailVariable } from '@latchkey/contract/email-kinds'
import type { ChainedCommands, Editor } from '@tiptap/core'
import { Braces } from 'lucide-react'
import type { ReactNode } from 'react'

export type { EmailVariable }

/** Something that can be inserted at the cursor. */
export interface Entry {
  label: string
  detail?: string
  icon: ReactNode
  insert: (chain: ChainedCommands) => ChainedCommands
}

export const variableEntries = (variables: readonly EmailVariable[]): Entry[] =>
  variables.map(({ name, label }) => ({
    label,
    detail: name,
    icon: <Braces />,
    insert: (chain) => chain.insertContent({ type: 'variable', attrs: { name } }),
  }))

export const insertEntry = (editor: Editor, entry: Entry) => entry.insert(editor.chain().focus()).run()
