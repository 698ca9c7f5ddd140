import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type CompiledQuery, PostgresQueryCompiler } from 'kysely'
import pg from 'pg'
import { expect } from 'vitest'
import { preparedName } from '../../platform/db/prepared.ts'
import { crossProjectStatements } from './cross-project.ts'
import { findNamedProjects, type NamedProjects } from './named-projects.ts'

const sourceFolder = fileURLToPath(new URL('../..', import.meta.url))
const known = new Map<string, NamedProjects>()
const problems = new Map<string, string>()

watchQueryBuilder()
watchPreparedQueries()

/**
 * Fails with what was found since the last call. Importing this file starts the watch. Statements of the tests themselves
 * are not checked, nor those of migrations and backups, which concern the whole database and have connections of their own.
 */
export function expectNamedProjects(): void {
  const found = [...problems.values()]
  problems.clear()
  expect(found, 'Name the project, or add the function to cross-project.ts with the reason').toEqual([])
}

/** Where the builder compiles a statement, its caller is still on the stack. */
function watchQueryBuilder(): void {
  const { prototype } = PostgresQueryCompiler
  const compile = prototype.compileQuery
  prototype.compileQuery = function (...args) {
    const query: CompiledQuery = compile.apply(this, args)
    check(query.sql, query.parameters, findCaller)
    return query
  }
}

function watchPreparedQueries(): void {
  const { prototype } = pg.Client as unknown as { prototype: { query: (...args: unknown[]) => unknown } }
  const { query } = prototype
  prototype.query = function (...args) {
    const [first, second] = args as [string | { text?: string; values?: unknown[] }, unknown[] | undefined]
    const text = typeof first === 'string' ? first : first.text
    const name = text && preparedName(text)
    if (name) check(text, (typeof first === 'string' ? second : first.values) ?? [], () => `prepared: ${name}`)
    return query.apply(this, args)
  }
}

function check(text: string, values: readonly unknown[], findSource: () => string | undefined): void {
  // Tests insert thousands of rows at once, and parsing that takes seconds.
  if (!known.has(text) && findSource() === undefined) return
  const named = known.get(text) ?? findNamedProjects(text)
  known.set(text, named)
  const projects = new Set([...named.parameters.map((number) => values[number - 1]), ...named.constants])
  if (named.unnamed.length === 0 && projects.size <= 1) return
  const source = findSource()
  if (source === undefined) return
  if (source in crossProjectStatements) {
    // Of a loop, only the first call has its caller on the stack.
    known.set(text, { parameters: [], constants: [], unnamed: [] })
    return
  }
  const problem =
    named.unnamed.length > 0
      ? `does not name the project of ${named.unnamed.join(', ')}: add \`project_id = …\` or join on it`
      : `names ${projects.size} projects: ${[...projects].join(', ')}`
  const { currentTestName } = expect.getState()
  problems.set(
    text,
    `${source} ${problem}\n  in the test "${currentTestName}"\n  ${text.replaceAll(/\s+/g, ' ').trim()}`,
  )
}

/** The function that runs the statement, with its file; undefined if it belongs to a test. */
function findCaller(): string | undefined {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 40
  const lines = new Error().stack!.split('\n')
  Error.stackTraceLimit = stackTraceLimit
  for (const line of lines) {
    const [, name = '', url] = /at (?:async )?(?:(.+) \()?((?:file:\/\/)?\/[^)]+?):\d+:\d+/.exec(line) ?? []
    if (!url) continue
    const path = relative(sourceFolder, url.startsWith('file:') ? fileURLToPath(url) : url)
    if (path.startsWith('..') || path.startsWith('testing/statements/')) continue
    if (path.startsWith('testing/') || path.includes('.test.')) return undefined
    if (path.startsWith('platform/db/')) continue
    return `${path} ${name}`
  }
  return 'unknown'
}
