import { loadModule, parseSync } from 'libpg-query'

await loadModule()

/** Tables that are not divided by project. All others have `project_id` in their primary key. */
export const sharedTables: Record<string, string> = {
  deployment: 'settings of the whole deployment',
  nodes: 'the running servers',
  jobs: 'their payloads include the project, and some jobs concern all projects',
  job_turns: 'jobs that repeat concern all projects',
  migrations: 'what was applied to the database',
  rate_limits: 'its keys include the project, and addresses of clients have none',
  guess_limits: 'its keys include the project, and addresses of clients have none',
}

/** What the statement compares the projects of its tables with. */
export interface NamedProjects {
  /** Numbers of parameters; all must have the same value. */
  parameters: number[]
  constants: string[]
  /** Tables of which it may read or write the rows of any project. */
  unnamed: string[]
}

// biome-ignore lint/suspicious/noExplicitAny: a syntax tree, of which we read a few kinds of nodes.
type Node = any

/** Everything that must be equal to the `project_id` of one table, or to a value. */
interface Value {
  same: Value | undefined
  table?: string
  parameter?: number
  constant?: string
}

/** The tables and subqueries that a statement can refer to; undefined if they have no project. */
interface Scope {
  parent: Scope | undefined
  sources: Map<string, Source>
  queries: Map<string, Output>
}

interface Source {
  project: Value | undefined
  column: string
}

interface Output {
  project: Value | undefined
  columns: (Value | undefined)[]
}

const emptyOutput: Output = { project: undefined, columns: [] }

/** Understands joins, subqueries and conditions that are combined with AND; anything else does not name a project. */
export function findNamedProjects(text: string): NamedProjects {
  const values: Value[] = []
  for (const { stmt } of parseSync(text).stmts ?? []) new Reader(values).readStatement(stmt, undefined)
  const equal = new Map<Value, Value[]>()
  for (const value of values) {
    const root = rootOf(value)
    const members = equal.get(root)
    if (members) members.push(value)
    else equal.set(root, [value])
  }
  const classes = [...equal.values()].filter((members) => members.some(({ table }) => table))
  const isNamed = (members: Value[]) => members.some(({ parameter, constant }) => (parameter ?? constant) !== undefined)
  return {
    parameters: [...new Set(classes.flat().flatMap(({ parameter }) => parameter ?? []))],
    constants: [...new Set(classes.flat().flatMap(({ constant }) => constant ?? []))],
    unnamed: classes.filter((members) => !isNamed(members)).flatMap((all) => all.flatMap(({ table }) => table ?? [])),
  }
}

function rootOf(value: Value): Value {
  let root = value
  while (root.same) root = root.same
  if (root !== value) value.same = root
  return root
}

function equate(left: Value | undefined, right: Value | undefined): void {
  if (left && right && rootOf(left) !== rootOf(right)) rootOf(left).same = rootOf(right)
}

class Reader {
  readonly #values: Value[]

  constructor(values: Value[]) {
    this.#values = values
  }

  readStatement(statement: Node, parent: Scope | undefined): Output {
    const [kind, node] = Object.entries(statement ?? {})[0] ?? []
    const scope: Scope = { parent, sources: new Map(), queries: new Map() }
    if (kind === 'SelectStmt') return this.#readSelect(node, scope)
    if (kind !== 'InsertStmt' && kind !== 'UpdateStmt' && kind !== 'DeleteStmt') return emptyOutput
    const { relation, fromClause, usingClause, whereClause, returningClause, selectStmt, withClause, ...rest } =
      node as Node
    this.#readQueries(withClause, scope)
    this.#addSource({ RangeVar: relation }, scope)
    for (const item of [...(fromClause ?? []), ...(usingClause ?? [])]) this.#addSource(item, scope)
    if (selectStmt) this.#readInserted(rest.cols ?? [], selectStmt, scope)
    this.#readCondition(whereClause, scope)
    this.#readSubqueries(rest, scope)
    return this.#readOutput(returningClause?.exprs ?? [], scope)
  }

  #readSelect(node: Node, scope: Scope): Output {
    const { withClause, fromClause, targetList, whereClause, larg, rarg, valuesLists, ...rest } = node
    this.#readQueries(withClause, scope)
    if (larg) {
      const [left, right] = [larg, rarg].map((side) => this.readStatement({ SelectStmt: side }, scope)) as [
        Output,
        Output,
      ]
      equate(left.project, right.project)
      for (const [index, column] of left.columns.entries()) equate(column, right.columns[index])
      return left
    }
    for (const item of fromClause ?? []) this.#addSource(item, scope)
    this.#readCondition(whereClause, scope)
    this.#readSubqueries(rest, scope)
    return this.#readOutput(targetList ?? [], scope)
  }

  #readQueries(withClause: Node, scope: Scope): void {
    for (const { CommonTableExpr: query } of withClause?.ctes ?? []) {
      // A recursive one can refer to itself.
      const own: Output = { project: this.#add({}), columns: [] }
      if (withClause.recursive) scope.queries.set(query.ctename, own)
      const output = this.readStatement(query.ctequery, scope)
      if (withClause.recursive) equate(own.project, output.project)
      scope.queries.set(query.ctename, output)
    }
  }

  #addSource(item: Node, scope: Scope): void {
    const [kind, node] = Object.entries(item)[0] as [string, Node]
    const name = node.alias?.aliasname ?? node.relname ?? ''
    if (kind === 'JoinExpr') {
      this.#addSource(node.larg, scope)
      this.#addSource(node.rarg, scope)
      this.#readCondition(node.quals, scope)
    } else if (kind === 'RangeSubselect') {
      const { project } = this.readStatement(node.subquery, scope)
      scope.sources.set(name, { project, column: 'project_id' })
    } else if (kind === 'RangeVar') {
      scope.sources.set(name, this.#readTable(node, scope))
    } else {
      this.#readSubqueries(node, scope)
      // Rows made of JSON have the columns of a table, so what is compared with theirs can be inserted into it.
      const project = returnsRowsOfTable(node) ? this.#add({}) : undefined
      scope.sources.set(name, { project, column: 'project_id' })
    }
  }

  #readTable({ relname, schemaname = 'public' }: Node, scope: Scope): Source {
    const query = find(scope, ({ queries }) => queries.get(relname))
    if (query) return { project: query.project, column: 'project_id' }
    const isShared = schemaname !== 'public' || relname.startsWith('pg_') || Object.hasOwn(sharedTables, relname)
    return {
      project: isShared ? undefined : this.#add({ table: relname }),
      column: relname === 'projects' ? 'id' : 'project_id',
    }
  }

  /** Conditions below OR and NOT do not restrict the result to one project. */
  #readCondition(condition: Node, scope: Scope): void {
    if (condition?.BoolExpr?.boolop === 'AND_EXPR') {
      for (const part of condition.BoolExpr.args) this.#readCondition(part, scope)
    } else if (isEquation(condition?.A_Expr)) {
      this.#readEquation(condition.A_Expr.lexpr, condition.A_Expr.rexpr, scope)
    } else this.#readSubqueries(condition, scope)
  }

  #readEquation(left: Node, right: Node, scope: Scope): void {
    if (left.RowExpr && right.RowExpr) {
      for (const [index, part] of left.RowExpr.args.entries())
        this.#readEquation(part, right.RowExpr.args[index], scope)
    } else equate(this.#readValue(left, scope), this.#readValue(right, scope))
  }

  #readValue(node: Node, scope: Scope): Value | undefined {
    if (node?.TypeCast) return this.#readValue(node.TypeCast.arg, scope)
    if (node?.ParamRef) return this.#add({ parameter: node.ParamRef.number })
    if (node?.A_Const?.sval) return this.#add({ constant: node.A_Const.sval.sval ?? '' })
    if (node?.SubLink?.subLinkType === 'EXPR_SUBLINK')
      return this.readStatement(node.SubLink.subselect, scope).columns[0]
    if (node?.ColumnRef) return findColumn(node.ColumnRef.fields, scope)
    this.#readSubqueries(node, scope)
    return undefined
  }

  #readOutput(targets: Node[], scope: Scope): Output {
    const columns = targets.map(({ ResTarget: { val } }) => this.#readValue(val, scope))
    const index = targets.findIndex(({ ResTarget: { name, val } }) => {
      const last = val?.ColumnRef?.fields.at(-1)
      return (name ?? last?.String?.sval) === 'project_id' || (name === undefined && last?.A_Star)
    })
    return { project: columns[index], columns }
  }

  #readInserted(columns: Node[], selected: Node, scope: Scope): void {
    const target = [...scope.sources.values()][0]!
    const index = columns.findIndex(({ ResTarget }) => ResTarget.name === target.column)
    const rows = selected.SelectStmt.valuesLists?.map(({ List }: Node) =>
      List.items.map((item: Node) => this.#readValue(item, scope)),
    )
    // The selection does not see the table that is written to.
    const source: Scope = { parent: scope.parent, sources: new Map(), queries: scope.queries }
    if (rows) for (const row of rows) equate(target.project, row[index])
    else {
      const output = this.readStatement(selected, source)
      equate(target.project, columns.length > 0 ? output.columns[index] : output.project)
    }
  }

  #readSubqueries(node: Node, scope: Scope): void {
    if (typeof node !== 'object' || node === null) return
    if (node.SubLink) {
      this.#readSubqueries(node.SubLink.testexpr, scope)
      this.readStatement(node.SubLink.subselect, scope)
    } else for (const part of Object.values(node)) this.#readSubqueries(part, scope)
  }

  #add(value: Omit<Value, 'same'>): Value {
    const added = { ...value, same: undefined }
    this.#values.push(added)
    return added
  }
}

function returnsRowsOfTable({ functions }: Node): boolean {
  const name = functions?.[0].List.items[0].FuncCall?.funcname.at(-1).String.sval ?? ''
  return /^jsonb?_populate_record(set)?$/.test(name)
}

function isEquation(expression: Node): boolean {
  return expression?.kind === 'AEXPR_OP' && expression.name.length === 1 && expression.name[0].String.sval === '='
}

/** The project of the table that the column belongs to; undefined for other columns. */
function findColumn(fields: Node[], scope: Scope): Value | undefined {
  const last = fields.at(-1)
  const isOf = ({ column }: Source) => Boolean(last.A_Star) || last.String?.sval === column
  const table = fields.length > 1 ? (fields.at(-2).String.sval as string) : undefined
  const source = find(scope, ({ sources }) =>
    table === undefined ? [...sources.values()].find((one) => one.project && isOf(one)) : sources.get(table),
  )
  return source && isOf(source) ? source.project : undefined
}

function find<T>(scope: Scope | undefined, choose: (scope: Scope) => T | undefined): T | undefined {
  if (!scope) return undefined
  return choose(scope) ?? find(scope.parent, choose)
}
