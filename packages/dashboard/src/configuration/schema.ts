import { type CompletionContext, type CompletionResult, snippetCompletion } from '@codemirror/autocomplete'
import { jsonLanguage } from '@codemirror/lang-json'
import { syntaxTree } from '@codemirror/language'
import { configOverride, toConfigSchema } from '@latchkey/contract/project-config'
import type { CodeProblem } from '../ui/code-editor.tsx'

/** The subset of JSON Schema that the settings use. */
interface Schema {
  type?: string
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
}

const root = toConfigSchema() as Schema

type SyntaxNode = ReturnType<typeof syntaxTree>['topNode']

/** The schemas allowed at a path: several for a union. */
function schemasAt(path: readonly string[], from: Schema = root): Schema[] {
  const options = from.anyOf?.flatMap((option) => schemasAt([], option)) ?? [from]
  const [name, ...rest] = path
  if (name === undefined) return options
  return options.flatMap(({ properties, additionalProperties }) => {
    const next = properties?.[name] ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined)
    return next ? schemasAt(rest, next) : []
  })
}

/** Completes setting names inside an object, and the values of an enum. */
export function completeSettings(context: CompletionContext): CompletionResult | null {
  const word = context.matchBefore(/"?[\w$:-]*/)
  if (!word || (word.from === word.to && !context.explicit)) return null
  const { state, pos } = context
  const text = (node: SyntaxNode) => state.sliceDoc(node.from, node.to)
  const path: string[] = []
  let isValue = false
  const inner = syntaxTree(state).resolveInner(pos, -1)
  for (let node: SyntaxNode | null = inner; node; node = node.parent) {
    if (node.name !== 'Property') continue
    const name = node.getChild('PropertyName')
    const isName = name && pos <= name.to
    if (!name || isName) continue
    if (path.length === 0) isValue = !isInside(inner, node)
    path.unshift(String(safeParse(text(name)) ?? ''))
  }
  const to = state.sliceDoc(pos, pos + 1) === '"' ? pos + 1 : pos
  const options = isValue
    ? listValues(path).map((value) => ({ label: JSON.stringify(value), type: 'constant' }))
    : listNames(path).map((name) => snippetCompletion(`"${name}": \${}`, { label: `"${name}"`, type: 'property' }))
  return options.length > 0 ? { from: word.from, to, options } : null
}

/** Whether the cursor is in an object that is the value of this property. */
function isInside(inner: SyntaxNode, property: SyntaxNode): boolean {
  for (
    let node: SyntaxNode | null = inner;
    node && node.from >= property.from && node !== property;
    node = node.parent
  ) {
    if (node.name === 'Object') return true
  }
  return false
}

function listNames(path: readonly string[]): string[] {
  return [...new Set(schemasAt(path).flatMap(({ properties }) => Object.keys(properties ?? {})))].sort()
}

function listValues(path: readonly string[]): unknown[] {
  return schemasAt(path).flatMap((schema) => {
    if (schema.enum) return schema.enum
    if (schema.const !== undefined) return [schema.const]
    return schema.type === 'boolean' ? [true, false] : []
  })
}

/** Finds invalid settings with their lines. The editor reports JSON syntax errors itself. */
export function findProblems(text: string): CodeProblem[] {
  const tree = safeParse(text)
  if (tree === undefined) return []
  const result = configOverride.safeParse(tree)
  if (result.success) return []
  return result.error.issues.flatMap((issue) => {
    const path = issue.path.map(String)
    const names = issue.code === 'unrecognized_keys' ? issue.keys : []
    if (names.length === 0) return [{ message: `${path.join('.')}: ${issue.message}`, line: lineOf(text, path) }]
    return names.map((name) => ({
      message: `There is no setting ${[...path, name].join('.')}.`,
      line: lineOf(text, [...path, name]),
    }))
  })
}

/** The line of the setting, or of its nearest parent. */
function lineOf(text: string, path: readonly string[]): number {
  let found: SyntaxNode | null = jsonLanguage.parser.parse(text).topNode.firstChild
  for (const name of path) {
    const next: SyntaxNode | undefined = found?.getChildren('Property').find((property) => {
      const node = property.getChild('PropertyName')
      return node && safeParse(text.slice(node.from, node.to)) === name
    })
    if (!next) break
    if (next.lastChild?.name !== 'Object') {
      found = next
      break
    }
    found = next.lastChild
  }
  return text.slice(0, found?.from ?? 0).split('\n').length
}

function safeParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
