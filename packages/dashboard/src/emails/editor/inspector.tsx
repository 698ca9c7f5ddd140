import type { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { SelectField, SwitchField, TextField } from '../../ui/field.tsx'
import type { EmailVariable } from './entries.tsx'
import { checkAddress } from './link-dialog.tsx'
import { VariableField } from './variable-field.tsx'

type Attrs = Readonly<Record<string, unknown>>

interface Inspected {
  type: string
  attrs: Attrs
  /** Where it is in the document. */
  pos: number
  size: number
}

interface PartProps {
  attrs: Attrs
  change: (attrs: Attrs) => void
  variables: readonly EmailVariable[]
}

/** What the selected part has besides its text. Empty for plain text. */
export function Inspector({ editor, variables }: { editor: Editor; variables: readonly EmailVariable[] }) {
  const part = findInspected(editor)
  const known = part && parts[part.type]
  if (!part || !known) return null
  const { title, Fields } = known
  const change = (attrs: Attrs) =>
    editor.commands.command(({ tr }) => {
      const node = tr.doc.nodeAt(part.pos)
      if (!node) return false
      for (const [name, value] of Object.entries(attrs)) tr.setNodeAttribute(part.pos, name, value)
      // Replacing the attributes of a leaf drops its selection, and with it these fields.
      if (node.isLeaf) tr.setSelection(NodeSelection.create(tr.doc, part.pos))
      return true
    })
  const remove = () =>
    editor
      .chain()
      .focus()
      .deleteRange({ from: part.pos, to: part.pos + part.size })
      .run()
  return (
    <section className="email-inspector" aria-label={title} key={`${part.type} ${part.pos}`}>
      <header className="ui-row">
        <h3>{title}</h3>
        <Button size="small" variant="quiet" icon={<Trash2 />} onClick={remove}>
          Remove
        </Button>
      </header>
      <Fields attrs={part.attrs} change={change} variables={variables} />
    </section>
  )
}

/** The selected part, or the innermost one around the cursor. */
function findInspected({ state }: Editor): Inspected | undefined {
  const { selection } = state
  if (selection instanceof NodeSelection && parts[selection.node.type.name]) {
    const { node, from } = selection
    return { type: node.type.name, attrs: node.attrs, pos: from, size: node.nodeSize }
  }
  const { $from } = selection
  for (let depth = $from.depth; depth > 0; depth--) {
    const node = $from.node(depth)
    if (parts[node.type.name])
      return { type: node.type.name, attrs: node.attrs, pos: $from.before(depth), size: node.nodeSize }
  }
  return undefined
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

function ButtonFields({ attrs, change, variables }: PartProps) {
  const href = textOf(attrs.href)
  return (
    <>
      <VariableField
        label="Link"
        hint="A button without a link is not shown."
        error={href ? checkAddress(href) : undefined}
        value={href}
        onChange={(next) => change({ href: next })}
        variables={variables.filter(({ isLink }) => isLink)}
      />
      <SwitchField
        label="Quiet"
        hint="An outline instead of the brand color."
        checked={attrs.isQuiet === true}
        onChange={(isQuiet) => change({ isQuiet: isQuiet || null })}
      />
    </>
  )
}

function ImageFields({ attrs, change, variables }: PartProps) {
  const src = textOf(attrs.src)
  return (
    <>
      <TextField
        label="Image URL"
        type="url"
        isMono
        placeholder="https://example.com/picture.png"
        error={src && !/^https:\/\/./.test(src) ? 'The address must start with https://.' : undefined}
        value={src}
        onChange={({ target }) => change({ src: target.value.trim() })}
      />
      <VariableField
        label="Description"
        hint="Describes the image to people who cannot see it. Leave empty if it is decorative."
        value={textOf(attrs.alt)}
        onChange={(alt) => change({ alt: alt || null })}
        variables={variables.filter(({ isLink }) => !isLink)}
      />
      <VariableField
        label="Link (optional)"
        error={attrs.href ? checkAddress(textOf(attrs.href)) : undefined}
        value={textOf(attrs.href)}
        onChange={(href) => change({ href: href || null })}
        variables={variables.filter(({ isLink }) => isLink)}
      />
      <TextField
        label="Width in pixels (optional)"
        inputMode="numeric"
        value={attrs.width ? String(attrs.width) : ''}
        onChange={({ target }) => {
          const width = Number(target.value.replace(/\D/g, ''))
          change({ width: width ? Math.min(width, 1200) : null })
        }}
      />
    </>
  )
}

function VariableFields({ attrs, change, variables }: PartProps) {
  const name = textOf(attrs.name)
  const known = variables.find((variable) => variable.name === name)
  return (
    <>
      <p className={known ? 'ui-caption' : 'ui-error'}>
        {known ? `${known.label}, such as “${known.sample}”.` : `This email has no variable named ${name}.`}
      </p>
      <TextField
        label="Fallback (optional)"
        maxLength={500}
        value={textOf(attrs.fallback)}
        onChange={({ target }) => change({ fallback: target.value || null })}
      />
    </>
  )
}

function ConditionFields({ attrs, change, variables }: PartProps) {
  return (
    <div className="ui-row">
      <SelectField
        label="Show this part"
        options={{ true: 'only with', false: 'only without' }}
        value={String(attrs.isSet)}
        onChange={({ target }) => change({ isSet: target.value === 'true' })}
      />
      <SelectField
        label="Variable"
        options={variables.map(({ name, label }) => [name, label] as const)}
        value={textOf(attrs.variable)}
        onChange={({ target }) => change({ variable: target.value })}
      />
    </div>
  )
}

const nothing = (): ReactNode => null

const parts: Readonly<Record<string, { title: string; Fields: (props: PartProps) => ReactNode }>> = {
  button: { title: 'Button', Fields: ButtonFields },
  image: { title: 'Image', Fields: ImageFields },
  variable: { title: 'Variable', Fields: VariableFields },
  condition: { title: 'Condition', Fields: ConditionFields },
  twoColumns: { title: 'Two columns', Fields: nothing },
  threeColumns: { title: 'Three columns', Fields: nothing },
  fourColumns: { title: 'Four columns', Fields: nothing },
}
