import type { EmailDocument } from '@latchkey/contract'
import { SelectField } from '../../ui/field.tsx'
import { EmailEditor } from './email-editor.tsx'
import type { EmailVariable } from './entries.tsx'
import { VariableField } from './variable-field.tsx'

export interface DocumentFieldsProps {
  document: EmailDocument
  onChange: (document: EmailDocument) => void
  variables: readonly EmailVariable[]
  /** The email is of no use without one of these. */
  needs: readonly string[]
  /** Built-in emails are always transactional. */
  hasCategory: boolean
  isReadOnly: boolean
}

/** Subject, category and text of an email. */
export default function DocumentFields(props: DocumentFieldsProps) {
  const { document, onChange, variables, needs, hasCategory, isReadOnly } = props
  const set = (changes: Partial<EmailDocument>) => onChange({ ...document, ...changes })
  const texts = variables.filter(({ isLink }) => !isLink)
  const lacks = needs.length > 0 && !needs.some((name) => isUsed(name, document))
  return (
    <>
      <VariableField
        label="Subject"
        error={document.subject.trim() ? undefined : 'Enter a subject.'}
        value={document.subject}
        onChange={(subject) => set({ subject })}
        variables={texts}
        isReadOnly={isReadOnly}
      />
      {hasCategory && (
        <SelectField
          label="Category"
          hint="Users can unsubscribe from marketing emails, not from transactional ones."
          disabled={isReadOnly}
          options={{ Transactional: 'Transactional', Marketing: 'Marketing' }}
          value={document.category}
          onChange={({ target }) => set({ category: target.value as EmailDocument['category'] })}
        />
      )}
      <EmailEditor
        label="Text of the email"
        content={document.content}
        onChange={(content) => set({ content })}
        variables={variables}
        isReadOnly={isReadOnly}
      />
      {lacks && (
        <p className="ui-error" role="alert">
          This email needs {needs.map((name) => `{{${name}}}`).join(' or ')}. Insert it as a variable or as the link of
          a button.
        </p>
      )}
    </>
  )
}

/** As a chip, or inside an address or another text. */
function isUsed(name: string, document: EmailDocument): boolean {
  const text = JSON.stringify(document)
  return text.includes(`"name":"${name}"`) || new RegExp(`\\{\\{\\s*${name}\\s*[|}]`).test(text)
}
