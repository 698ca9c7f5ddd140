import { type RawBuilder, sql } from 'kysely'

/** What is compared: a column, a text among the attributes of a user, or a part of one of many values. */
export type Subject =
  | { column: 'id' | 'user_name_key' | 'name_key' | 'external_id' | 'is_active' | 'created_at' | 'updated_at' }
  | { path: readonly string[] }
  | { part: string }

export type Comparison = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le' | 'pr'

/** A filter that has been checked: nothing in it is a name or a value that the server does not know. */
export type Condition =
  | { join: 'and' | 'or'; parts: readonly Condition[] }
  | { not: Condition }
  | { list: 'emails' | 'phoneNumbers' | 'members'; has: Condition }
  | { subject: Subject; is: Comparison; value: string | boolean | Date | undefined; ignoresCase: boolean }

type Sql = RawBuilder<unknown>

/** Of the user `u` or the group `g`. */
export function toSql(condition: Condition | undefined, row: 'u' | 'g'): Sql {
  if (!condition) return sql`true`
  if ('join' in condition) {
    const parts = condition.parts.map((part) => toSql(part, row))
    return sql`(${sql.join(parts, condition.join === 'and' ? sql` AND ` : sql` OR `)})`
  }
  if ('not' in condition) return sql`(NOT ${toSql(condition.not, row)})`
  if (!('list' in condition)) return compare(condition, row)
  const has = toSql(condition.has, row)
  if (condition.list !== 'members') {
    return sql`EXISTS (SELECT FROM json_array_elements(u.attributes -> ${condition.list}) AS item WHERE ${has})`
  }
  return sql`EXISTS (
    SELECT FROM directory_group_members m
    WHERE m.project_id = g.project_id AND m.directory_id = g.directory_id AND m.group_id = g.id AND ${has}
  )`
}

function find(subject: Subject, row: 'u' | 'g'): Sql {
  if ('path' in subject) {
    const [first, second] = subject.path
    return second === undefined ? sql`(u.attributes ->> ${first})` : sql`(u.attributes -> ${first} ->> ${second})`
  }
  if ('part' in subject) return row === 'g' ? sql`m.directory_user_id::text` : sql`(item ->> ${subject.part})`
  const column = sql.ref(`${row}.${subject.column}`)
  if (subject.column === 'id') return sql`${column}::text`
  // Times are shown in milliseconds and stored more precisely.
  return subject.column.endsWith('_at') ? sql`date_trunc('milliseconds', ${column})` : column
}

/** Never null, so that what is negated is right for attributes that are not there. */
function compare({ subject, is, value, ignoresCase }: Extract<Condition, { subject: Subject }>, row: 'u' | 'g'): Sql {
  const found = ignoresCase ? sql`lower(${find(subject, row)})` : find(subject, row)
  switch (is) {
    case 'pr':
      return sql`(${found} IS NOT NULL)`
    case 'eq':
      return sql`coalesce(${found} = ${value}, false)`
    case 'ne':
      return sql`(${found} IS DISTINCT FROM ${value})`
    case 'co':
      return sql`coalesce(strpos(${found}, ${value}) > 0, false)`
    case 'sw':
      return sql`coalesce(starts_with(${found}, ${value}), false)`
    case 'ew':
      return sql`coalesce(right(${found}, length(${value})) = ${value}, false)`
    case 'gt':
      return sql`(${found} > ${value}::timestamptz)`
    case 'ge':
      return sql`(${found} >= ${value}::timestamptz)`
    case 'lt':
      return sql`(${found} < ${value}::timestamptz)`
    case 'le':
      return sql`(${found} <= ${value}::timestamptz)`
  }
}
