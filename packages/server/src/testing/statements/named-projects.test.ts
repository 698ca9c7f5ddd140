import { expect, test } from 'vitest'
import { findNamedProjects } from './named-projects.ts'

const one = { parameters: [1], constants: [], unnamed: [] }

test.each([
  'SELECT * FROM users WHERE project_id = $1 AND id = $2',
  'SELECT * FROM users u JOIN teams t ON t.project_id = u.project_id WHERE u.project_id = $1::text',
  'SELECT EXISTS (SELECT FROM teams WHERE project_id = u.project_id) FROM users u WHERE $1 = u.project_id',
  'SELECT * FROM (SELECT * FROM users) AS u WHERE u.project_id = $1',
  'SELECT * FROM users WHERE (project_id, id) = ($1, $2)',
  'WITH u AS (SELECT * FROM users WHERE project_id = $1) DELETE FROM teams t USING u WHERE t.project_id = u.project_id',
  'UPDATE users SET display_name = $2 WHERE project_id = $1 RETURNING id',
  'INSERT INTO users (id, project_id) VALUES ($2, $1), ($3, $1)',
  'INSERT INTO teams (project_id, id) SELECT project_id, id FROM users WHERE project_id = $1',
  'INSERT INTO teams SELECT r.* FROM json_populate_record(NULL::teams, $2) r WHERE r.project_id = $1',
  'SELECT * FROM projects WHERE id = $1',
  'SELECT project_id FROM users WHERE project_id = $1 UNION SELECT project_id FROM teams WHERE project_id = $1',
])('names one project: %s', (text) => {
  expect(findNamedProjects(text)).toEqual(one)
})

test.each([
  ['SELECT * FROM users WHERE id = $1', ['users']],
  ['SELECT * FROM users WHERE project_id = $1 OR id = $2', ['users']],
  ['SELECT * FROM users WHERE NOT project_id = $1', ['users']],
  ['SELECT * FROM users WHERE project_id = ANY($1)', ['users']],
  ['SELECT * FROM users u, teams t WHERE u.project_id = $1', ['teams']],
  ['SELECT (SELECT count(*) FROM teams) FROM users WHERE project_id = $1', ['teams']],
  ['INSERT INTO users (project_id, id) SELECT project_id, id FROM teams', ['users', 'teams']],
  ['INSERT INTO teams SELECT r.* FROM json_populate_recordset(NULL::teams, $1) r', ['teams']],
  ['WITH gone AS (DELETE FROM users RETURNING id) SELECT * FROM teams WHERE project_id = $1', ['users']],
  ['UPDATE users SET project_id = $1 WHERE id = $2', ['users']],
])('does not name the project of every table: %s', (text, unnamed) => {
  expect(findNamedProjects(text).unnamed.sort()).toEqual([...unnamed].sort())
})

test('tells which parameters and constants are compared', () => {
  expect(
    findNamedProjects("SELECT FROM users u JOIN teams t ON t.project_id = $3 WHERE u.project_id = 'internal'"),
  ).toEqual({ parameters: [3], constants: ['internal'], unnamed: [] })
})
