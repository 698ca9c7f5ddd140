import type { Completion, CompletionSource } from '@codemirror/autocomplete'
import { emailModules } from '@latchkey/contract/email-modules'

const common: readonly Completion[] = Object.entries(emailModules).flatMap(([module, components]) =>
  components.map((label) => ({ label, detail: module, type: 'class' })),
)

const values: Record<string, readonly Completion[]> = {
  user: [{ label: 'displayName', detail: 'string or null' }],
  project: [
    { label: 'displayName', detail: 'string' },
    { label: 'logoUrl', detail: 'string or undefined' },
    { label: 'buttonStyle', detail: 'style of a button' },
    { label: 'darkButtonStyle', detail: 'style of a button' },
  ],
}

/** Completes components, modules and, after a dot, the variables the source declares. */
export const completeSource: CompletionSource = (context) => {
  const member = context.matchBefore(/\b(user|project|variables)\??\.\w*/)
  if (member) {
    const name = member.text.slice(0, member.text.search(/\??\./))
    const options =
      values[name] ?? listVariables(context.state.doc.toString()).map(([label, detail]) => ({ label, detail }))
    return { from: member.from + member.text.lastIndexOf('.') + 1, options: [...options], validFor: /^\w*$/ }
  }
  const imported = context.matchBefore(/from\s+['"][^'"]*/)
  if (imported) {
    const from = imported.from + imported.text.search(/['"]/) + 1
    return { from, options: Object.keys(emailModules).map((label) => ({ label })), validFor: /^[^'"]*$/ }
  }
  const word = context.matchBefore(/[A-Za-z]\w*/)
  if (!word && !context.explicit) return null
  const own = ['user', 'project', 'variables', 'unsubscribeLink'].map((label) => ({ label, type: 'variable' }))
  return { from: word?.from ?? context.pos, options: [...common, ...own], validFor: /^\w*$/ }
}

/** The variables a source declares, from the names and types in `variablesSchema = type({ … })`. */
export function listVariables(source: string): [name: string, type: string][] {
  const [, declared = ''] = /variablesSchema\s*=\s*type\(\s*\{([^}]*)\}/.exec(source) ?? []
  return [...declared.matchAll(/['"]?([\w$]+)\??['"]?\s*:\s*['"]?([^'",\n]+)/g)].map(([, name = '', type = '']) => [
    name,
    type.trim(),
  ])
}
