import type { ChainedCommands, Editor } from '@tiptap/core'
import {
  AlignCenter,
  AlignLeft,
  AlignRight,
  Bold,
  Braces,
  Italic,
  Link2,
  List,
  ListOrdered,
  Plus,
  Redo2,
  Strikethrough,
  Underline,
  Undo2,
} from 'lucide-react'
import type { KeyboardEvent, ReactElement, ReactNode } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { type Entry, insertEntry } from './entries.tsx'

interface ToolbarProps {
  editor: Editor
  blocks: readonly Entry[]
  variables: readonly Entry[]
  onLink: () => void
}

const alignments = [
  ['left', 'Align left', <AlignLeft key="left" />],
  ['center', 'Center', <AlignCenter key="center" />],
  ['right', 'Align right', <AlignRight key="right" />],
] as const

/** What can be aligned. */
const alignable = ['paragraph', 'heading', 'button', 'codeBlock', 'image']

const marks = [
  ['bold', 'Bold', 'B', <Bold key="bold" />],
  ['italic', 'Italic', 'I', <Italic key="italic" />],
  ['underline', 'Underline', 'U', <Underline key="underline" />],
  ['strike', 'Strikethrough', 'Shift S', <Strikethrough key="strike" />],
] as const

/** Arrow keys move between the buttons, as in every toolbar. */
export function Toolbar({ editor, blocks, variables, onLink }: ToolbarProps) {
  const run = (change: (chain: ChainedCommands) => ChainedCommands) => () => change(editor.chain().focus()).run()
  const can = editor.can()
  return (
    <div className="email-toolbar" role="toolbar" aria-label="Formatting" onKeyDown={moveFocus}>
      <StyleSelect editor={editor} />
      <Group>
        {marks.map(([name, label, key, icon]) => (
          <Tool
            key={name}
            label={label}
            keys={`${modifier} ${key}`}
            icon={icon}
            isOn={editor.isActive(name)}
            onClick={run((chain) => chain.toggleMark(name))}
          />
        ))}
        <Tool label="Link" keys={`${modifier} K`} icon={<Link2 />} isOn={editor.isActive('link')} onClick={onLink} />
      </Group>
      <Group>
        <Tool
          label="Bulleted list"
          icon={<List />}
          isOn={editor.isActive('bulletList')}
          onClick={run((chain) => chain.toggleBulletList())}
        />
        <Tool
          label="Numbered list"
          icon={<ListOrdered />}
          isOn={editor.isActive('orderedList')}
          onClick={run((chain) => chain.toggleOrderedList())}
        />
      </Group>
      <Group>
        {alignments.map(([name, label, icon]) => (
          <Tool
            key={name}
            label={label}
            icon={icon}
            isOn={alignmentOf(editor) === name}
            onClick={run((chain) => align(chain, name))}
          />
        ))}
      </Group>
      <Group>
        <EntryMenu editor={editor} label="Insert" icon={<Plus />} entries={blocks} />
        {variables.length > 0 && (
          <EntryMenu editor={editor} label="Insert variable" icon={<Braces />} entries={variables} />
        )}
      </Group>
      <Group>
        <Tool
          label="Undo"
          keys={`${modifier} Z`}
          icon={<Undo2 />}
          isDisabled={!can.undo()}
          onClick={run((chain) => chain.undo())}
        />
        <Tool
          label="Redo"
          keys={`${modifier} Shift Z`}
          icon={<Redo2 />}
          isDisabled={!can.redo()}
          onClick={run((chain) => chain.redo())}
        />
      </Group>
    </div>
  )
}

const alignmentOf = (editor: Editor) =>
  alignable.map((type) => editor.isActive(type) && editor.getAttributes(type).alignment).find(Boolean) ?? 'left'

/** Left is the default, which a document does not mention. */
const align = (chain: ChainedCommands, name: string) =>
  alignable.reduce((each, type) => each.updateAttributes(type, { alignment: name === 'left' ? null : name }), chain)

function moveFocus({ key, currentTarget, target }: KeyboardEvent<HTMLElement>) {
  const buttons = [...currentTarget.querySelectorAll('button')]
  const at = buttons.indexOf(target as HTMLButtonElement)
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key]
  if (at >= 0 && step) buttons.at((at + step) % buttons.length)?.focus()
}

const modifier = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
const Group = ({ children }: { children: ReactNode }) => <div className="email-tools">{children}</div>

const styles = { paragraph: 'Text', small: 'Small text', '1': 'Title', '2': 'Heading', '3': 'Subheading' } as const

function StyleSelect({ editor }: { editor: Editor }) {
  return (
    <Select
      label="Text style"
      options={styles}
      value={styleOf(editor)}
      onChange={({ target }) => {
        const chain = editor.chain().focus()
        const level = Number(target.value) as 1 | 2 | 3
        // Text of normal size does not mention its size.
        const isSmall = target.value === 'small' || null
        void (level ? chain.setHeading({ level }) : chain.setNode('paragraph', { isSmall })).run()
      }}
    />
  )
}

function styleOf(editor: Editor): keyof typeof styles {
  if (editor.isActive('heading')) return String(editor.getAttributes('heading').level) as '1' | '2' | '3'
  return editor.isActive('paragraph', { isSmall: true }) ? 'small' : 'paragraph'
}

interface ToolProps {
  label: string
  keys?: string
  icon: ReactElement
  isOn?: boolean
  isDisabled?: boolean
  onClick: () => void
}

function Tool({ label, keys, icon, isOn, isDisabled = false, onClick }: ToolProps) {
  return (
    <Tooltip text={keys ? `${label} (${keys})` : label}>
      <IconButton
        size="small"
        label={label}
        icon={icon}
        aria-pressed={isOn}
        // Not `disabled`, which would lose the focus after the last step.
        aria-disabled={isDisabled || undefined}
        onClick={() => !isDisabled && onClick()}
      />
    </Tooltip>
  )
}

interface EntryMenuProps {
  editor: Editor
  label: string
  icon: ReactElement
  entries: readonly Entry[]
}

function EntryMenu({ editor, label, icon, entries }: EntryMenuProps) {
  return (
    <Menu align="start" trigger={<IconButton size="small" label={label} icon={icon} />}>
      {entries.map((entry) => (
        <MenuItem
          key={entry.label}
          icon={entry.icon}
          // After the menu has given the focus back to its button.
          onSelect={() => setTimeout(() => insertEntry(editor, entry))}
        >
          {entry.label}
        </MenuItem>
      ))}
    </Menu>
  )
}
