import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'

/** A node of the syntax tree, as in ESTree. */
export interface Node {
  type: string
  // biome-ignore lint/suspicious/noExplicitAny: each type of node has its own members
  [member: string]: any
}

export interface Declaration {
  name: string
  /** A function, or what a constant is set to. */
  node: Node
  module: Module
}

interface Module {
  path: string
  declarations: Map<string, Declaration>
  /** What names in this file refer to in other files of the dashboard. */
  imports: Map<string, { path: string; name: string }>
}

const known = new Map<string, Module>()

/** What a file of the dashboard declares and imports. */
export function readModule(path: string): Module {
  const found = known.get(path)
  if (found) return found
  const module: Module = { path, declarations: new Map(), imports: new Map() }
  known.set(path, module)
  const { program, errors } = parseSync(path, readFileSync(path, 'utf8'))
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  for (const statement of program.body as unknown as Node[]) readStatement(module, statement)
  return module
}

function readStatement(module: Module, statement: Node): void {
  const declare = (name: string, node: Node) => module.declarations.set(name, { name, node, module })
  if (statement.type === 'ImportDeclaration') {
    const path = resolvePath(module.path, statement.source.value)
    if (!path || statement.importKind === 'type') return
    for (const { type, imported, local } of statement.specifiers as Node[]) {
      module.imports.set(local.name, { path, name: type === 'ImportSpecifier' ? imported.name : 'default' })
    }
    return
  }
  const declared: Node = statement.declaration ?? statement
  if (declared.type === 'FunctionDeclaration') {
    declare(declared.id.name, declared)
    if (statement.type === 'ExportDefaultDeclaration') declare('default', declared)
  }
  if (declared.type !== 'VariableDeclaration') return
  for (const { id, init } of declared.declarations) if (id.type === 'Identifier' && init) declare(id.name, init)
}

/** Only files of the dashboard. Other packages call no routes of a project. */
export function resolvePath(from: string, specifier: string): string | undefined {
  const path = join(dirname(from), specifier)
  return specifier.startsWith('.') && /\.tsx?$/.test(specifier) && existsSync(path) ? path : undefined
}

/** What a name that is not local to a function refers to. */
export function findDeclaration(module: Module, name: string): Declaration | undefined {
  const imported = module.imports.get(name)
  if (!imported) return module.declarations.get(name)
  return readModule(imported.path).declarations.get(imported.name)
}

const knownChildren = new WeakMap<Node, Node[]>()

/** The members of a node that are code, and not types. */
export function childrenOf(node: Node): Node[] {
  const children =
    knownChildren.get(node) ??
    Object.values(node)
      .flat()
      .filter((value): value is Node => typeof value?.type === 'string' && !isType(value))
  knownChildren.set(node, children)
  return children
}

const isType = ({ type }: Node) =>
  type.startsWith('TS') && !['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'].includes(type)

/** The names that a pattern such as `{ id, ...rest }` declares, and the member that each comes from. */
export function namesIn(pattern: Node): { name: string; member: string | undefined }[] {
  switch (pattern.type) {
    case 'Identifier':
      return [{ name: pattern.name, member: undefined }]
    case 'AssignmentPattern':
      return namesIn(pattern.left)
    case 'RestElement':
      return namesIn(pattern.argument)
    case 'ArrayPattern':
      return pattern.elements.flatMap((element: Node | null) => (element ? namesIn(element) : []))
    default:
      return pattern.properties.flatMap((property: Node) =>
        property.type === 'RestElement'
          ? namesIn(property)
          : namesIn(property.value).map(({ name }) => ({ name, member: property.key.name as string })),
      )
  }
}
