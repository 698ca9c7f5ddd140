import type { Editor } from '@tiptap/core'
import { useForm } from '../../data/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import type { EmailVariable } from './entries.tsx'
import { isAddress } from './nodes.ts'
import { VariableField } from './variable-field.tsx'

interface LinkDialogProps {
  editor: Editor
  variables: readonly EmailVariable[]
  onClose: () => void
}

/** Turns the selected text into a link, or changes the link at the cursor. */
export function LinkDialog({ editor, variables, onClose }: LinkDialogProps) {
  const isLink = editor.isActive('link')
  const form = useForm({
    initial: { href: String(editor.getAttributes('link').href ?? '') },
    check: ({ href }) => ({ href: checkAddress(href) }),
    submit: async ({ href }) => setLink(editor, toAddress(href)),
    onDone: onClose,
  })
  return (
    <FormDialog
      {...form.dialog}
      title={isLink ? 'Edit link' : 'Add link'}
      action={isLink ? 'Save' : 'Add link'}
      onClose={onClose}
      otherActions={
        isLink && (
          <Button
            variant="danger"
            onClick={() => {
              editor.chain().extendMarkRange('link').unsetMark('link').run()
              onClose()
            }}
          >
            Remove link
          </Button>
        )
      }
    >
      <VariableField
        label="Address"
        hint="A web page, an email address with mailto:, or a variable. Type {{ for variables."
        error={form.errorOf('href')}
        value={form.values.href}
        onChange={(href) => form.change({ href })}
        variables={variables.filter((variable) => variable.isLink)}
      />
    </FormDialog>
  )
}

/** Adds what people leave out: `example.com` becomes `https://example.com`. */
const toAddress = (text: string) => {
  const typed = text.trim()
  return isAddress(typed) || !/^[\w-]+(\.[\w-]+)+/.test(typed) ? typed : `https://${typed}`
}

export const checkAddress = (text: string) =>
  isAddress(toAddress(text)) ? undefined : 'Enter an address such as https://example.com.'

function setLink(editor: Editor, href: string) {
  const chain = editor.chain().extendMarkRange('link')
  if (editor.state.selection.empty && !editor.isActive('link'))
    chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
  else chain.setMark('link', { href }).run()
}
