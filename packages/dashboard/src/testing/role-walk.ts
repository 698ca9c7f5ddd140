import { basename } from 'node:path'
import { type RouteDefinition, routes } from '@latchkey/contract'
import { type Capability, type OwnerRole, rolesFor } from '@latchkey/contract/owner-roles'
import {
  childrenOf,
  type Declaration,
  findDeclaration,
  type Node,
  namesIn,
  readModule,
  resolvePath,
} from './modules.ts'

/** What a name inside a function stands for. */
type Local = { kind: 'value'; init: Node; scope: Scope } | { kind: 'prop'; name: string } | { kind: 'other' }

interface Scope {
  declaration: Declaration
  locals: Map<string, Local>
  outer: Scope | undefined
}

/** A gate on the way, with the prop that says what it needs. `Reading` needs nothing. */
type PassedGate = { element: Gate; prop: string } | { element: 'Reading'; prop?: undefined }

/** Where the code is: usable, or shown without working controls; and behind which gates that a prop names. */
interface Place {
  isUsable: boolean
  gates: readonly PassedGate[]
}

/** Where a component uses one of its props. `*` stands for all that it passes on. */
interface PropUse extends Place {
  prop: string
}

interface Component {
  /** The props that it names. `*` stands for the others. */
  named: ReadonlySet<string | undefined>
  uses: Map<string, PropUse>
  sites: ((use: PropUse) => void)[]
}

type Gate = keyof typeof gateProps
const gateProps = { Allowed: 'to', ForRole: 'needs', Locked: 'to' } as const
const wholePage: Place = { isUsable: true, gates: [] }

/**
 * Follows the code of a page for a given role: from components to the components that they render and to the hooks
 * that they use, but not into what `Allowed`, `ForRole` or `may(…)` hide, and without the changes that `Locked`
 * prevents outside of `Reading`. Collects the calls of routes that the server would refuse.
 */
export class RoleWalk {
  readonly refused = new Set<string>()
  private readonly visited = new Set<string>()
  private readonly components = new Map<Declaration, Component>()
  private readonly ids = new Map<object, number>()
  private trail: string[] = []

  private readonly role: OwnerRole
  private readonly isInternal: boolean

  constructor(role: OwnerRole, isInternal: boolean) {
    this.role = role
    this.isInternal = isInternal
  }

  /** Starts at what a file exports. */
  open(path: string, name = 'default'): void {
    const found = readModule(path).declarations.get(name)
    if (!found) throw new Error(`${path} has no ${name}.`)
    this.enter(found, wholePage)
  }

  may(capability: Capability | 'none'): boolean {
    return capability === 'none' || rolesFor(capability, { isInternal: this.isInternal }).includes(this.role)
  }

  private enter(declaration: Declaration, from: Place): void {
    // What is unlocked around a component is unlocked for this use of it only.
    const place = { ...lock(from), isUsable: from.isUsable }
    if (!this.isNew(declaration, place)) return
    this.trail.push(declaration.name === 'default' ? basename(declaration.module.path) : declaration.name)
    const scope: Scope = { declaration, locals: new Map(), outer: undefined }
    if (isFunction(declaration.node)) this.visitFunction(declaration.node, scope, place, isComponent(declaration.name))
    else this.visit(declaration.node, scope, place)
    this.trail.pop()
  }

  private isNew(subject: object, { isUsable, gates }: Place): boolean {
    if (!this.ids.has(subject)) this.ids.set(subject, this.ids.size)
    const key = `${this.ids.get(subject)} ${isUsable} ${gates.map(({ prop, element }) => prop + element)}`
    if (this.visited.has(key)) return false
    this.visited.add(key)
    return true
  }

  private visitFunction(node: Node, outer: Scope, place: Place, isComponent = false): void {
    const scope: Scope = { declaration: outer.declaration, locals: new Map(), outer }
    for (const parameter of node.params as Node[]) {
      for (const { name, member } of namesIn(parameter)) {
        scope.locals.set(name, isComponent ? { kind: 'prop', name: member ?? '*' } : { kind: 'other' })
      }
    }
    this.visit(node.body, scope, place)
  }

  private visit(node: Node, scope: Scope, place: Place): void {
    const visitor = this.visitors[node.type]
    if (visitor) visitor(node, scope, place)
    else this.visitChildren(node, scope, place)
  }

  private visitChildren(node: Node, scope: Scope, place: Place): void {
    for (const child of childrenOf(node)) this.visit(child, scope, place)
  }

  private readonly visitors: Record<string, (node: Node, scope: Scope, place: Place) => void> = {
    BlockStatement: (node, scope, place) => this.visitBlock(node.body, scope, place),
    VariableDeclarator: (node, scope, place) => this.visitLocal(node, scope, place),
    FunctionDeclaration: (node, scope) => scope.locals.set(node.id.name, { kind: 'value', init: node, scope }),
    ArrowFunctionExpression: (node, scope, place) => this.visitFunction(node, scope, place),
    FunctionExpression: (node, scope, place) => this.visitFunction(node, scope, place),
    IfStatement: (node, scope, place) => this.visitBranches(node, scope, place),
    ConditionalExpression: (node, scope, place) => this.visitBranches(node, scope, place),
    LogicalExpression: (node, scope, place) => this.visitLogical(node, scope, place),
    JSXElement: (node, scope, place) => this.visitElement(node, scope, place),
    CallExpression: (node, scope, place) => this.visitCall(node, scope, place),
    ImportExpression: (node, scope, place) => this.visitImport(node, scope, place),
    Identifier: (node, scope, place) => this.visitName(node.name, scope, place),
    MemberExpression: (node, scope, place) => {
      this.visit(node.object, scope, place)
      if (node.computed) this.visit(node.property, scope, place)
    },
    Property: (node, scope, place) => this.visit(node.value, scope, place),
    Literal: (node, scope, place) => {
      if (place.isUsable) this.checkRoute(node, scope)
    },
    TemplateLiteral: (node, scope, place) => {
      if (place.isUsable) this.checkRoute(node, scope)
      this.visitChildren(node, scope, place)
    },
  }

  private visitLogical({ operator, left, right }: Node, scope: Scope, place: Place): void {
    this.visitTest(left, scope, place)
    const value = this.evaluate(left, scope)
    const isDecided = (operator === '&&' && value === false) || (operator === '||' && value === true)
    if (!isDecided) this.visit(right, scope, place)
  }

  /** Hooks load data where they are shown, with or without working controls. */
  private visitCall(node: Node, scope: Scope, place: Place): void {
    const [route, request] = node.arguments
    const isHook = /^use[A-Z]/.test(node.callee.name)
    if (isHook && this.isNotAsked(request, scope)) return
    if (isHook && route) this.checkRoute(route, scope)
    // An effect runs by itself.
    this.visitChildren(node, scope, node.callee.name === 'useEffect' ? { ...place, isUsable: true } : place)
  }

  private visitImport({ source }: Node, scope: Scope, place: Place): void {
    const path = resolvePath(scope.declaration.module.path, source.value)
    if (path) for (const found of readModule(path).declarations.values()) this.enter(found, place)
  }

  /** `useFound` sends nothing without a request, as in `may('keys') ? {} : undefined`. */
  private isNotAsked(request: Node | undefined, scope: Scope): boolean {
    if (request?.type !== 'ConditionalExpression' || request.alternate.name !== 'undefined') return false
    return this.evaluate(request.test, scope) === false
  }

  /** Code after a `return` that is certain for the role is not reached. */
  private visitBlock(statements: Node[], outer: Scope, place: Place): void {
    const scope: Scope = { declaration: outer.declaration, locals: new Map(), outer }
    for (const statement of statements.toSorted((a, b) => Number(isHoisted(b)) - Number(isHoisted(a)))) {
      this.visit(statement, scope, place)
      const isCertain = statement.type === 'IfStatement' && this.evaluate(statement.test, scope) === true
      if (isCertain && /return/i.test(statement.consequent.type + statement.consequent.body?.at(-1)?.type)) return
    }
  }

  /** A hook loads data even if nothing of it is used. What a value can do is up to where it is used. */
  private visitLocal({ id, init }: Node, scope: Scope, place: Place): void {
    if (!init) return
    const isProps = init.type === 'Identifier' && this.find(init.name, scope)?.kind === 'prop'
    for (const { name, member } of namesIn(id)) {
      scope.locals.set(name, isProps && member ? { kind: 'prop', name: member } : { kind: 'value', init, scope })
    }
    if (!isProps && !isFunction(init)) this.visit(init, scope, lock(place))
  }

  private visitBranches({ test, consequent, alternate }: Node, scope: Scope, place: Place): void {
    this.visitTest(test, scope, place)
    const answer = this.evaluate(test, scope)
    if (answer !== false) this.visit(consequent, scope, place)
    if (answer !== true && alternate) this.visit(alternate, scope, place)
  }

  /** A condition on whether there is something, such as `actions && …`, does not use it. */
  private visitTest(test: Node, scope: Scope, place: Place): void {
    if (test.type !== 'Identifier') this.visit(test, scope, lock(place))
  }

  private visitName(name: string, scope: Scope, place: Place): void {
    const local = this.find(name, scope)
    if (local?.kind === 'prop') this.addUse(scope.declaration, { ...place, prop: local.name })
    if (local?.kind === 'value' && this.isNew(local.init, place)) {
      if (isFunction(local.init)) this.visitFunction(local.init, local.scope, place)
      else this.visit(local.init, local.scope, place)
    }
    if (local) return
    const declaration = findDeclaration(scope.declaration.module, name)
    if (declaration) this.enter(declaration, place)
  }

  private visitElement({ openingElement, children }: Node, scope: Scope, place: Place): void {
    const { name: tag, attributes } = openingElement
    const isReading = nativeControls.includes(tag.name) && !attributes.some(asksLock)
    const given = new Map<string, Node>()
    for (const attribute of attributes as Node[]) {
      if (attribute.type === 'JSXSpreadAttribute') this.visit(attribute.argument, scope, place)
      else if (attribute.value) given.set(attribute.name.name, attribute.value)
    }
    if (tag.name === 'Reading') {
      for (const child of children as Node[]) this.visit(child, scope, unlock(place))
      return
    }
    if (tag.name in gateProps) {
      const inside = this.passGate(tag.name, given.get(gateProps[tag.name as Gate]), scope, place)
      if (inside) for (const child of children as Node[]) this.visit(child, scope, inside)
      return
    }
    const declaration =
      tag.type === 'JSXIdentifier' && !this.find(tag.name, scope)
        ? findDeclaration(scope.declaration.module, tag.name)
        : undefined
    const content: [prop: string, nodes: Node[]][] = [...given].map(([prop, node]) => [prop, [node]])
    content.push(['children', children])
    if (!declaration || !isFunction(declaration.node)) {
      if (declaration) this.enter(declaration, place)
      else if (tag.type === 'JSXIdentifier' && isComponent(tag.name)) this.visitName(tag.name, scope, place)
      for (const [prop, nodes] of content) {
        const inside = isReading && prop.startsWith('on') ? unlock(place) : placeOf(prop, nodes, place)
        for (const node of nodes) this.visit(node, scope, inside)
      }
      return
    }
    const { named, uses, sites } = this.componentOf(declaration)
    const site = (use: PropUse) => {
      const inside = this.passGates(use, given, scope, place)
      for (const [prop, nodes] of content) {
        const isUsed = use.prop === prop || (use.prop === '*' && !named.has(prop))
        if (inside && isUsed) for (const node of nodes) this.visit(node, scope, placeOf(prop, nodes, inside))
      }
    }
    sites.push(site)
    for (const use of [...uses.values()]) site(use)
    this.enter(declaration, place)
  }

  private componentOf(declaration: Declaration): Component {
    const [props] = declaration.node.params as Node[]
    const named = new Set(props?.type === 'ObjectPattern' ? namesIn(props).map(({ member }) => member) : [])
    const component = this.components.get(declaration) ?? { named, uses: new Map(), sites: [] }
    this.components.set(declaration, component)
    return component
  }

  private addUse(declaration: Declaration, use: PropUse): void {
    const { uses, sites } = this.componentOf(declaration)
    const key = JSON.stringify(use)
    if (uses.has(key)) return
    uses.set(key, use)
    for (const site of [...sites]) site(use)
  }

  /** The place of what an element gives to a component that uses it behind gates of its own. */
  private passGates(use: PropUse, given: Map<string, Node>, scope: Scope, place: Place): Place | undefined {
    let inside: Place | undefined = use.isUsable ? place : lock(place)
    for (const { prop, element } of use.gates) {
      if (!inside) return undefined
      inside = element === 'Reading' ? unlock(inside) : this.passGate(element, given.get(prop), scope, inside)
    }
    return inside
  }

  /** The place inside a gate; undefined if it hides everything from the role. */
  private passGate(element: Gate, needed: Node | undefined, scope: Scope, place: Place): Place | undefined {
    const value = needed?.type === 'JSXExpressionContainer' ? needed.expression : needed
    if (value?.type === 'Identifier') {
      const local = this.find(value.name, scope)
      return local?.kind === 'prop' ? { ...place, gates: [...place.gates, { prop: local.name, element }] } : place
    }
    if (value?.type !== 'Literal' || this.may(value.value)) return place
    if (element !== 'Locked') return undefined
    return lock(place)
  }

  /** What a condition is for the role; undefined if it depends on something else. */
  private evaluate(node: Node, scope: Scope): boolean | undefined {
    if (node.type === 'UnaryExpression' && node.operator === '!') {
      const value = this.evaluate(node.argument, scope)
      return value === undefined ? undefined : !value
    }
    if (node.type === 'LogicalExpression') {
      const values = [this.evaluate(node.left, scope), this.evaluate(node.right, scope)]
      const decisive = node.operator === '||'
      if (values.includes(decisive)) return decisive
      return values.includes(undefined) ? undefined : !decisive
    }
    if (node.type === 'Identifier') {
      const local = this.find(node.name, scope)
      return local?.kind === 'value' && local.init.type !== 'ObjectPattern'
        ? this.evaluate(local.init, local.scope)
        : undefined
    }
    if (node.type !== 'CallExpression') return undefined
    const capability: unknown = node.arguments.at(-1)?.value
    const isCheck = node.callee.name === 'mayIn' || this.isMay(node.callee, scope)
    return isCheck && typeof capability === 'string' ? this.may(capability as Capability) : undefined
  }

  /** `useMay()`, or a name for it. */
  private isMay(callee: Node, scope: Scope): boolean {
    if (callee.type === 'CallExpression') return callee.callee.name === 'useMay'
    const local = callee.type === 'Identifier' ? this.find(callee.name, scope) : undefined
    return local?.kind === 'value' && this.isMay(local.init, local.scope) && local.init.type === 'CallExpression'
  }

  private find(name: string, scope: Scope | undefined): Local | undefined {
    return scope && (scope.locals.get(name) ?? this.find(name, scope.outer))
  }

  private checkRoute(node: Node, scope: Scope): void {
    for (const route of this.routesIn(node, scope)) {
      const { ownerNeeds = 'none' } = routes[route as keyof typeof routes] as RouteDefinition
      if (!this.may(ownerNeeds)) this.refused.add(`${route} in ${this.trail.join(' > ')}`)
    }
  }

  /** The routes that a text can name, such as `GET /${scope}-permission-definitions`. */
  private routesIn(node: Node, scope: Scope): string[] {
    const text = node.type === 'TemplateLiteral' ? this.fill(node, scope) : String(node.value)
    if (!/^(GET|POST|PUT|PATCH|DELETE) \//.test(text)) return []
    const pattern = new RegExp(`^${text.replace(/[.*+?^$()[\]|\\{}]/g, '\\$&').replaceAll('…', '.+')}$`)
    return Object.keys(routes).filter((route) => pattern.test(route))
  }

  private fill({ quasis, expressions }: Node, scope: Scope): string {
    return quasis
      .map((quasi: Node, index: number) => {
        const expression: Node | undefined = expressions[index]
        const local = expression?.type === 'Identifier' ? this.find(expression.name, scope) : undefined
        const value = local?.kind === 'value' && local.init.type === 'Literal' ? local.init.value : '…'
        return quasi.value.cooked + (expression ? value : '')
      })
      .join('')
  }
}

/** Nothing is locked for what is inside `Reading`, whatever is around it. */
const unlock = ({ gates }: Place): Place => ({
  isUsable: true,
  gates: [...gates.filter(({ element }) => element !== 'Locked' && element !== 'Reading'), { element: 'Reading' }],
})
/** Inside `Reading`, what is only shown, such as `code={source}`, is not used to change anything. */
function placeOf(prop: string, [node]: Node[], place: Place): Place {
  const { type } = node?.type === 'JSXExpressionContainer' ? node.expression : (node ?? {})
  const isShown = !prop.startsWith('on') && ['Identifier', 'MemberExpression', 'CallExpression'].includes(type)
  return isShown && place.gates.some(({ element }) => element === 'Reading') ? lock(place) : place
}
const lock = ({ gates }: Place): Place => ({
  isUsable: false,
  gates: gates.filter(({ element }) => element !== 'Reading'),
})
/** Elements that work inside `Locked`, too, unless they ask with `useLock`. */
const nativeControls = ['button', 'input', 'select', 'textarea']
/** `{...useLock()}`, or a name for it. */
const asksLock = ({ type, argument }: Node) =>
  type === 'JSXSpreadAttribute' && (argument.callee?.name === 'useLock' || argument.name === 'lock')

const isFunction = ({ type }: Node) =>
  type === 'ArrowFunctionExpression' || type === 'FunctionExpression' || type === 'FunctionDeclaration'
const isHoisted = ({ type }: Node) => type === 'FunctionDeclaration'
const isComponent = (name: string) => /^([A-Z]|default$)/.test(name)
